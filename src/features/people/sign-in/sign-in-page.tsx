import type { PageData } from '#page/page.ts'
import { Button } from '#ui/button.tsx'
import { ErrorSummary } from '#ui/error-summary.tsx'
import { TextInput } from '#ui/field.tsx'
import { NarrowPage } from '#ui/layout.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { definePage } from '#wire/page.ts'
import { CurrentPassword } from './password-field.tsx'
import type { signIn } from './server.ts'

type Data = PageData<typeof signIn>

export const page = definePage<Data>(SignInPage, 'Sign in')

/** An ordinary form, which password managers know. */
function SignInPage({ data: { next } }: { data: Data }) {
  const { typed, notice } = usePosted('signIn')
  return (
    <NarrowPage lead="For the authority’s staff.">
      <form method="post" className="mt-8 flex flex-col gap-6">
        <ErrorSummary problems={notice ? [{ field: 'email', message: notice }] : []} />
        <input type="hidden" name="next" value={next} />
        <TextInput
          label="Email"
          name="email"
          type="email"
          autoComplete="username"
          required
          maxLength={254}
          defaultValue={typed.email}
        />
        <CurrentPassword label="Password" name="password" />
        <Button className="self-start">Sign in</Button>
      </form>
    </NarrowPage>
  )
}
