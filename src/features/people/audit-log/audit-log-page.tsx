import { adminHref } from '../../../admin-pages.ts'
import { AdminTime } from '../../../ui/admin-time.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Select, TextInput } from '../../../ui/field.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { definePage } from '../../../wire/page.ts'
import { LogTabs } from './log-tabs.tsx'
import type { AuditData, ChangedField, ListedChange } from './state.ts'

export const page = definePage<AuditData>({ Component: AuditLogPage, meta: () => ({ title: 'Audit log' }) })

function AuditLogPage({ data }: { data: AuditData }) {
  return (
    <>
      <PageHeading lead="Every change that somebody of the admin area, an import or a command has made. What payments and time have changed stands in the history of each order and entry. Nobody can change or delete it.">
        Audit log
      </PageHeading>
      <LogTabs current="changes" />
      <Filters data={data} />
      {data.problem && (
        <Notice tone="warning" live="alert" className="mt-6">
          <p>{data.problem}</p>
        </Notice>
      )}
      <Changes changes={data.changes} />
      <Pagination firstHref={data.firstHref ?? undefined} nextHref={data.nextHref ?? undefined} />
    </>
  )
}

function Filters({ data: { filters, actors, actions, csvHref } }: { data: AuditData }) {
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser that we serve.
    <form
      key={JSON.stringify(filters)}
      role="search"
      method="get"
      action={adminHref('auditLog')}
      className="mt-6 grid gap-4 items-end sm:grid-cols-2"
    >
      <Select label="Who" name="who" placeholder="Anybody" options={actors} defaultValue={filters.who} />
      <Select label="What" name="what" placeholder="Anything" options={actions} defaultValue={filters.what} />
      <TextInput
        label="About"
        hint="A kind such as “entry”, or one thing such as “entry:” with its id."
        name="subject"
        defaultValue={filters.subject}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        fieldClassName="sm:col-span-2"
      />
      <TextInput label="From" name="from" type="date" defaultValue={filters.from} />
      <TextInput label="To" name="to" type="date" defaultValue={filters.to} />
      <div className="flex flex-wrap gap-3 sm:col-span-2">
        <Button type="submit" variant="quiet">
          Apply filters
        </Button>
        <ButtonLink variant="quiet" href={csvHref} download="audit-log.csv">
          <Icon icon="i-download" />
          Download as CSV
        </ButtonLink>
        {isFiltered && (
          <ButtonLink variant="link" href={adminHref('auditLog')}>
            Clear filters
          </ButtonLink>
        )}
      </div>
    </form>
  )
}

function Changes({ changes }: { changes: ListedChange[] }) {
  if (changes.length === 0) {
    return <EmptyState className="mt-8" icon="i-scroll-text" title="There is no such change." />
  }
  return (
    <div className="mt-8">
      <Table
        caption="Changes, newest first"
        captionHidden
        columns={[{ label: 'What' }, { label: 'About' }, { label: 'Who' }, { label: 'When' }]}
        rows={changes.map((change) => ({
          key: String(change.id),
          cells: [
            <div key="what" className="min-w-52">
              <span className="font-semibold">{change.what}</span>
              <Fields fields={change.fields} />
            </div>,
            <Subject key="subject" subject={change.subject} />,
            <span key="who" className="inline-block min-w-28">
              {change.who}
              {change.whoKind !== 'person' && <span className="block text-sm text-muted">{change.whoKind}</span>}
            </span>,
            <AdminTime key="at" at={change.at} />,
          ],
        }))}
      />
    </div>
  )
}

function Fields({ fields }: { fields: ChangedField[] }) {
  if (fields.length === 0) return null
  return (
    <ul className="mt-1 text-sm">
      {fields.map(({ field, before, after }) => (
        <li key={field} className="break-words">
          <span className="text-muted">{field}: </span>
          {before !== null && (
            <>
              <VisuallyHidden>was </VisuallyHidden>
              <del>{before}</del>{' '}
            </>
          )}
          {after === null ? (
            <span className="text-muted">{before === null ? 'nothing' : 'now nothing'}</span>
          ) : (
            <>
              <VisuallyHidden>{before === null ? '' : 'now '}</VisuallyHidden>
              <ins>{after}</ins>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

function Subject({ subject: { kind, id, href } }: { subject: ListedChange['subject'] }) {
  const short = id.length > 12 ? `${id.slice(0, 8)}…` : id
  return (
    <span className="inline-block min-w-28">
      {href ? (
        <SiteLink href={href} className="inline-block py-1" aria-label={`The ${kind} ${id}`}>
          {kind} <span className="figures">{short}</span>
        </SiteLink>
      ) : (
        <span title={id}>
          {kind} <span className="figures">{short}</span>
        </span>
      )}
      <SiteLink
        href={adminHref('auditLog', { subject: `${kind}:${id}` })}
        className="block py-1 text-sm"
        aria-label={`Every change of ${kind} ${id}`}
      >
        every change
      </SiteLink>
    </span>
  )
}
