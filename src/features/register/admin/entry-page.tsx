import { adminHref } from '#admin-pages.ts'
import { assuranceLevels } from '#domain/assurance.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { carries } from '#domain/permissions.ts'
import { changeWords } from '#domain/register-status.ts'
import { RegisterStatusBadge } from '#features/register/register-status-badge.tsx'
import { AssuredWhen, checksInShort } from '#features/register/what-was-checked.tsx'
import { href } from '#pages.ts'
import { AdminHistory } from '#ui/admin-history.tsx'
import { AdminNotice, type AdminSays } from '#ui/admin-notice.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { type AdminPerson, definePage } from '#wire/page.ts'
import { EntryForm } from './entry-form.tsx'
import { type Found, RegisterStatusForm, Renewal } from './entry-status.tsx'
import type { EntryData, EntryNotice } from './state.ts'

export const page = definePage<EntryData>({
  Component: EntryPage,
  meta: (data) => ({ title: titleOf(data) }),
})

function titleOf(data: EntryData): string {
  if (data.kind === 'new') return 'Add an entry'
  return data.kind === 'found' ? `Entry ${data.number}` : 'Entry not found'
}

function EntryPage({ data, admin }: { data: EntryData; admin?: AdminPerson | undefined }) {
  return (
    <>
      {data.kind === 'found' && <Edit data={data} mayReview={admin !== undefined && carries(admin.roles, 'review')} />}
      {data.kind === 'new' && (
        <>
          <Crumbs name="New entry" />
          <PageHeading
            className="mt-6 mb-8"
            lead="For events that are on the register without an application. The entry is published at once, as accredited."
          >
            Add an entry
          </PageHeading>
          <EntryForm
            key={JSON.stringify(data.problems)}
            action={adminHref('adminEntry', { id: 'new' })}
            goesBack={{ name: 'key', value: data.key }}
            typed={data.typed}
            problems={data.problems}
            validUntil={data.validUntil}
            submitLabel="Publish entry"
          />
        </>
      )}
      {data.kind === 'not-found' && (
        <EmptyState level="h1" icon="i-file-question" title="There is no such entry">
          <ButtonLink href={adminHref('adminRegister')}>Back to the register</ButtonLink>
        </EmptyState>
      )}
    </>
  )
}

function Crumbs({ name }: { name: string }) {
  return <Breadcrumb crumbs={[{ label: 'Register', href: adminHref('adminRegister') }, { label: name }]} />
}

function Edit({ data, mayReview }: Found & { mayReview: boolean }) {
  return (
    <>
      <Crumbs name={data.number} />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        <PageHeading eyebrow={`Entry ${data.number}`}>{data.title}</PageHeading>
        <p className="flex flex-wrap gap-2">
          <RegisterStatusBadge status={data.status} />
          {data.featured && <Badge tone="gold">Featured</Badge>}
          {data.isDemo && <Badge>Demonstration</Badge>}
        </p>
      </div>
      <AdminNotice says={data.notice && notices[data.notice]} />
      <Conflict data={data} />
      <div className="mt-10 grid gap-12 xl:grid-cols-[minmax(0,1fr)_20rem] items-start">
        <EntryForm
          key={`${data.version} ${JSON.stringify(data.problems)}`}
          action={adminHref('adminEntry', { id: data.id })}
          goesBack={{ name: 'version', value: String(data.version) }}
          typed={data.typed}
          problems={data.problems}
          isUnsaved={data.conflict !== null}
          submitLabel="Save entry"
        />
        <div className="flex flex-col gap-10 min-w-0 xl:order-last order-first">
          <Facts data={data} mayReview={mayReview} />
          <RegisterStatusForm data={data} />
          <Renewal data={data} />
          <AdminHistory
            events={data.history.map(({ id, happened_at: at, change, reason, cause }) => ({
              key: id,
              at,
              what: changeWords[change],
              by: cause,
              why: reason,
            }))}
          />
        </div>
      </div>
    </>
  )
}

const notices: Record<EntryNotice, AdminSays> = {
  created: { title: 'The entry was published', tone: 'success' },
  saved: { title: 'The entry was saved', tone: 'success' },
  featured: { title: 'The entry is featured', tone: 'success' },
  unfeatured: { title: 'The entry is no longer featured', tone: 'success' },
  renewed: { title: 'The new date was saved', tone: 'success' },
  decided: { title: 'The status was changed', tone: 'success' },
  'moved-on': { title: 'Nothing was changed: the entry has changed since you opened this page', tone: 'danger' },
}

function Conflict({ data: { conflict } }: Found) {
  if (!conflict) return null
  return (
    <Notice tone="warning" live="alert" title="Not saved: the entry has changed since you opened it" className="mt-6">
      <p>
        {conflict.by ? `${conflict.by} has changed it.` : 'A payment or a job has changed it.'} What you typed is still
        in the form. If you save again, it replaces what is stored now:
      </p>
      <dl className="mt-3">
        {conflict.fields.map(({ label, theirs }) => (
          <div key={label} className="py-1">
            <dt className="font-semibold">{label}, as stored now</dt>
            <dd className="whitespace-pre-line break-words">{theirs || 'Empty'}</dd>
          </div>
        ))}
      </dl>
      {conflict.fields.length === 0 && <p className="mt-2">What is stored is the same as what you typed.</p>}
    </Notice>
  )
}

function Facts({ data, mayReview }: Found & { mayReview: boolean }) {
  return (
    <section aria-labelledby="facts">
      <h2 id="facts" className="mb-3 text-xl">
        On the register
      </h2>
      <DescriptionList
        items={[
          { term: 'Public page', details: <a href={href('event', { slug: data.slug })}>{data.slug}</a> },
          { term: 'Reason', details: data.statusReason },
          {
            term: 'How far it was checked',
            details: (
              <>
                {assuranceLevels[data.assured.level].label}. <AssuredWhen assured={data.assured} />
              </>
            ),
          },
          { term: 'What was checked', details: checksInShort(data.assured.checks) },
          { term: 'Score', details: data.score === null ? null : `${data.score}%` },
          { term: 'Valid from', details: londonDateOf(data.validFrom) },
          { term: 'Valid until', details: data.validUntil ? londonDateOf(data.validUntil) : 'No end date' },
          {
            term: 'Application',
            details:
              data.applicationId &&
              (mayReview ? <a href={adminHref('review', { id: data.applicationId })}>Review</a> : 'Yes'),
          },
        ]}
      />
      <form method="post" action={adminHref('adminEntry', { id: data.id })} className="mt-4">
        <input type="hidden" name="intent" value="feature" />
        <input type="hidden" name="featured" value={data.featured ? '' : '1'} />
        <Button type="submit" variant="quiet">
          {data.featured ? 'Stop featuring this entry' : 'Feature this entry'}
        </Button>
      </form>
    </section>
  )
}
