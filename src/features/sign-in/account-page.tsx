import { paths } from '../../paths.ts'
import { Button } from '../../ui/button.tsx'
import { TextInput } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { type DeskPerson, definePage } from '../../wire/page.ts'
import { DeskFrame } from '../desk/desk-frame.tsx'
import type { AccountData } from './state.ts'

export const page = definePage<AccountData>({ Component: AccountPage, meta: () => ({ title: 'My account' }) })

function AccountPage({ data, desk }: { data: AccountData; desk?: DeskPerson | undefined }) {
  return (
    <DeskFrame desk={desk}>
      <PageHeading lead={`You sign in as ${data.email}.`}>My account</PageHeading>
      {data.notice === 'password' && (
        <Notice tone="success" live="status" className="mt-6">
          <p>Your password was changed. Every other session of yours has ended.</p>
        </Notice>
      )}
      <PasswordForm problem={data.passwordProblem} />
    </DeskFrame>
  )
}

function PasswordForm({ problem }: { problem: AccountData['passwordProblem'] }) {
  const errorOf = (field: string) => (problem?.field === field ? problem.message : undefined)
  return (
    <section aria-labelledby="password-heading" className="mt-10 max-w-form">
      <h2 id="password-heading">Password</h2>
      <form method="post" action={paths.account()} className="mt-4 flex flex-col gap-6">
        <input type="hidden" name="intent" value="change-password" />
        <TextInput
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
          maxLength={200}
          error={errorOf('current')}
        />
        <TextInput
          label="New password"
          hint="At least 12 characters. A few words that only you would put together are best."
          name="password"
          type="password"
          autoComplete="new-password"
          required
          minLength={12}
          maxLength={200}
          error={errorOf('password')}
        />
        <p className="text-sm text-muted">Every other session of yours ends with the change.</p>
        <Button type="submit" className="self-start">
          Change password
        </Button>
      </form>
    </section>
  )
}
