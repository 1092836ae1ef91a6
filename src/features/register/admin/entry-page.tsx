import { adminHref } from '#admin-pages.ts'
import { checkedWords } from '#domain/assurance.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { carries } from '#domain/permissions.ts'
import { changeWords } from '#domain/register-status.ts'
import { RegisterStatusBadge } from '#features/register/register-status-badge.tsx'
import { AssuredWhen, checksInShort } from '#features/register/what-was-checked.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { AdminHistory } from '#ui/admin-history.tsx'
import { Badge } from '#ui/badge.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { DescriptionList } from '#ui/description-list.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Fields, Form, Outcome } from '#ui/form.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { usePosted } from '#ui/posted-context.ts'
import { definePage } from '#wire/page.ts'
import { EntryForm } from './entry-form.tsx'
import { entryFields, labelOf, renewalForm, statusForm, type TypedEntry } from './form.ts'
import { registerActs } from './rules.ts'
import type { adminEntry } from './server.ts'

type EntryData = PageData<typeof adminEntry>
type FoundEntry = { data: Extract<EntryData, { kind: 'found' }> }

export const page = definePage<EntryData>(
  ({ data, admin }) => {
    if (data.kind === 'new') return <NewEntry data={data} />
    if (data.kind === 'found')
      return <Edit data={data} mayReview={admin !== undefined && carries(admin.roles, 'review')} />
    return (
      <EmptyState level="h1" icon="i-file-question" title="There is no such entry">
        <ButtonLink href={adminHref('adminRegister')}>Back to the register</ButtonLink>
      </EmptyState>
    )
  },
  (data) => (data.kind === 'new' ? 'Add an entry' : data.kind === 'found' ? `Entry ${data.number}` : 'Entry not found'),
)

/** Null before anything was posted. */
function typedIn(typed: Record<string, string>): TypedEntry | null {
  if (Object.keys(typed).length === 0) return null
  return Object.fromEntries(entryFields.map((field) => [field, typed[field] ?? ''])) as TypedEntry
}

function NewEntry({ data }: { data: Extract<EntryData, { kind: 'new' }> }) {
  const { typed, problems } = usePosted('create')
  const entry = typedIn(typed)
  return (
    <>
      <Crumbs name="New entry" />
      <PageHeading
        className="mt-6 mb-8"
        lead="For events that are on the register without an application. The entry is published at once, as accredited."
      >
        Add an entry
      </PageHeading>
      <EntryForm
        key={JSON.stringify(problems)}
        command="create"
        action={adminHref('adminEntry', { id: 'new' })}
        goesBack={{ name: 'key', value: data.key }}
        typed={entry ? { ...entry, validUntil: typed.validUntil } : data.typed}
        problems={problems}
        button="Publish entry"
      />
    </>
  )
}

function Crumbs({ name }: { name: string }) {
  return <Breadcrumb crumbs={[{ label: 'Register', href: adminHref('adminRegister') }, { label: name }]} />
}

function Edit({ data, mayReview }: FoundEntry & { mayReview: boolean }) {
  const posted = usePosted('save')
  const typed = typedIn(posted.typed) ?? data.typed
  // Nothing is wrong with what was typed: somebody else has changed the entry.
  const hasConflict = posted.notice !== null
  return (
    <>
      <Crumbs name={data.number} />
      <div className="mt-6 flex flex-wrap items-start justify-between gap-4">
        <PageHeading eyebrow={`Entry ${data.number}`}>{data.title}</PageHeading>
        <p className="badges">
          <RegisterStatusBadge status={data.status} {...data.assured} />
          {data.featured && <Badge tone="gold">Featured</Badge>}
          {data.isDemo && <Badge>Demonstration</Badge>}
        </p>
      </div>
      {hasConflict ? <Conflict data={data} typed={typed} /> : <Outcome />}
      <div className="mt-10 grid gap-12 xl:grid-cols-[minmax(0,1fr)_20rem] items-start">
        <EntryForm
          key={`${data.version} ${JSON.stringify(posted.problems)}`}
          command="save"
          action={adminHref('adminEntry', { id: data.id })}
          goesBack={{ name: 'version', value: String(data.version) }}
          typed={typed}
          problems={posted.problems}
          isUnsaved={hasConflict}
          button="Save entry"
        />
        <div className="flex flex-col gap-10 min-w-0 xl:order-last order-first">
          <Facts data={data} mayReview={mayReview} />
          <StatusForm data={data} />
          {data.canBeRenewed && (
            <Form
              of={renewalForm}
              command="renew"
              button="Save date"
              variant="quiet"
              problemsAbove
              wide
              className="flex flex-col gap-4"
            />
          )}
          <AdminHistory
            events={data.history.map(({ id, happenedAt: at, change, reason, cause }) => ({
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

function Conflict({ data: { lastEditor, typed: stored }, typed }: FoundEntry & { typed: TypedEntry }) {
  const changed = entryFields.filter((field) => stored[field] !== typed[field])
  return (
    <Notice tone="warning" live="alert" title="Not saved: the entry has changed since you opened it" className="mt-6">
      <p>
        {lastEditor ? `${lastEditor} has changed it.` : 'A payment or a job has changed it.'} What you typed is still in
        the form. If you save again, it replaces what is stored now:
      </p>
      <dl className="mt-3">
        {changed.map((field) => (
          <div key={field} className="py-1">
            <dt className="font-semibold">{labelOf(field)}, as stored now</dt>
            <dd className="whitespace-pre-line break-words">{stored[field] || 'Empty'}</dd>
          </div>
        ))}
      </dl>
      {changed.length === 0 && <p className="mt-2">What is stored is the same as what you typed.</p>}
    </Notice>
  )
}

function StatusForm({ data: { id, status, acts } }: FoundEntry) {
  const { typed, problems } = usePosted('status')
  const { reason } = statusForm.fields
  return (
    <Card as="section">
      <form
        key={`${status} ${JSON.stringify(problems)}`}
        method="post"
        action={adminHref('adminEntry', { id })}
        noValidate
        className="flex flex-col gap-4"
      >
        <h2 className="text-xl">Status</h2>
        <input type="hidden" name="intent" value="status" />
        <input type="hidden" name="seen" value={status} />
        <Fields of={{ fields: { reason }, honeypot: false }} typed={typed} problems={problems} />
        <div className="flex flex-wrap gap-3">
          {acts.map((act) => (
            <Button
              key={act}
              name="act"
              value={act}
              variant={act === 'revoke' ? 'danger' : act === 'suspend' ? 'quiet' : 'action'}
            >
              {registerActs[act]}
            </Button>
          ))}
        </div>
      </form>
    </Card>
  )
}

function Facts({ data, mayReview }: FoundEntry & { mayReview: boolean }) {
  return (
    <TitledSection id="facts" title="On the register" heading="mb-3 text-xl">
      <DescriptionList
        items={{
          'Public page': <a href={href('event', { slug: data.slug })}>{data.slug}</a>,
          Reason: data.statusReason,
          Checked: (
            <>
              {checkedWords(data.assured)}. <AssuredWhen assured={data.assured} />
            </>
          ),
          'What was checked': checksInShort(data.assured.checks),
          Score: data.score === null ? null : `${data.score}%`,
          'Valid from': londonDateOf(data.validFrom),
          'Valid until': data.validUntil ? londonDateOf(data.validUntil) : 'No end date',
          Application:
            data.applicationId &&
            (mayReview ? <a href={adminHref('review', { id: data.applicationId })}>Review</a> : 'Yes'),
        }}
      />
      <Form
        command="feature"
        fixed={{ featured: data.featured ? '' : '1' }}
        button={data.featured ? 'Stop featuring this entry' : 'Feature this entry'}
        variant="quiet"
        problemsAbove
        wide
        className="mt-4"
      />
    </TitledSection>
  )
}
