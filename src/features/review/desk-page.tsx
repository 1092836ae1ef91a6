import { type ApplicationStatus, applicationStatuses, applicationStatusLabel } from '../../domain/application-status.ts'
import { londonDateOf } from '../../domain/london-time.ts'
import { paths, withQuery } from '../../paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { TextInput } from '../../ui/field.tsx'
import { Section } from '../../ui/layout.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import { Table } from '../../ui/table.tsx'
import { definePage } from '../../wire/page.ts'
import type { DeskData } from './state.ts'

export const page = definePage<DeskData>({ Component: DeskPage, meta: () => ({ title: 'Desk' }) })

function DeskPage({ data }: { data: DeskData }) {
  return (
    <Section>
      <div className="flex flex-wrap items-start justify-between gap-4">
        <PageHeading eyebrow={data.name ? `Signed in as ${data.name}` : 'Desk'}>Applications</PageHeading>
        <form method="post" action={paths.admin()} className="flex flex-wrap gap-3">
          <ButtonLink variant="quiet" href={paths.mailbox()}>
            Mailbox
          </ButtonLink>
          <input type="hidden" name="intent" value="sign-out" />
          <Button type="submit" variant="quiet">
            Sign out
          </Button>
        </form>
      </div>
      {data.passwordChanged && (
        <Notice tone="success" live="status" className="mt-6">
          <p>Your password was changed. Every other session of yours has ended.</p>
        </Notice>
      )}
      <StatusLinks data={data} />
      <Applications data={data} />
      <Pagination firstHref={data.firstHref ?? undefined} nextHref={data.nextHref ?? undefined} />
      <PasswordForm problem={data.passwordProblem} />
    </Section>
  )
}

function StatusLinks({ data }: { data: DeskData }) {
  return (
    <nav aria-label="Applications by status" className="mt-8">
      <ul className="flex flex-wrap gap-x-6 border-b border-border">
        {applicationStatuses.map((status) => (
          <li key={status}>
            <SiteLink
              href={withQuery(paths.admin(), { status: status === 'submitted' ? null : status })}
              aria-current={status === data.status ? 'page' : undefined}
              className={`inline-flex items-center min-h-11 -mb-px border-b-3 no-underline font-semibold ${
                status === data.status ? 'border-action text-text' : 'border-transparent text-muted hover:text-text'
              }`}
            >
              {applicationStatusLabel(status)} <span className="ml-2 font-normal figures">{data.counts[status]}</span>
            </SiteLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

const nothing: Record<ApplicationStatus, string> = {
  submitted: 'No application is waiting.',
  approved: 'No application has been approved yet.',
  rejected: 'No application has been rejected.',
}

function Applications({ data }: { data: DeskData }) {
  if (data.applications.length === 0) {
    return <EmptyState className="mt-8" icon="i-lucide-inbox" title={nothing[data.status]} />
  }
  return (
    <div className="mt-4">
      <Table
        caption={`${applicationStatusLabel(data.status)}, oldest first`}
        captionHidden
        columns={[
          { label: 'Event' },
          { label: 'Organisation' },
          { label: 'Reference' },
          { label: 'Submitted', numeric: true },
        ]}
        rows={data.applications.map((application) => ({
          key: application.id,
          cells: [
            <SiteLink key="link" href={paths.review(application.id)} className="inline-block min-w-48 font-semibold">
              {application.title}
            </SiteLink>,
            <span key="organisation" className="inline-block min-w-32">
              {application.organisation_name}
            </span>,
            <span key="reference" className="whitespace-nowrap">
              {application.reference}
            </span>,
            <span key="submitted" className="whitespace-nowrap">
              {londonDateOf(application.submitted_at)}
            </span>,
          ],
        }))}
      />
    </div>
  )
}

function PasswordForm({ problem }: { problem: DeskData['passwordProblem'] }) {
  const errorOf = (field: string) => (problem?.field === field ? problem.message : undefined)
  return (
    <Disclosure summary="Change your password" open={problem !== null || undefined} className="mt-12 max-w-form">
      <form method="post" action={paths.admin()} className="flex flex-col gap-6">
        <input type="hidden" name="intent" value="change-password" />
        <TextInput
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
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
    </Disclosure>
  )
}
