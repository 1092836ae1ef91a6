import { Fragment } from 'react'
import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminFilters, filterField } from '#ui/admin-filters.tsx'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Select, TextInput } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { LogTabs } from './log-tabs.tsx'
import { auditHref, usualSort } from './rules.ts'
import type { auditLog } from './server.ts'

type Data = PageData<typeof auditLog>
type Change = Data['changes'][number]

export const page = definePage<Data>({ Component: AuditLogPage, meta: () => ({ title: 'Audit log' }) })

function AuditLogPage({ data }: { data: Data }) {
  return (
    <>
      <PageHeading lead="No one can change or delete it. Changes by payments and automatic changes are in the history of each order and entry.">
        Audit log
      </PageHeading>
      <LogTabs current="changes" />
      <Filters data={data} />
      {data.problem && (
        <Notice tone="warning" live="alert" className="mt-6">
          <p>{data.problem}</p>
        </Notice>
      )}
      <Changes data={data} />
    </>
  )
}

function Filters({ data: { filters, actors, actions, csvHref, sort } }: { data: Data }) {
  const isFiltered = Object.values(filters).some(Boolean)
  return (
    <AdminFilters
      action={adminHref('auditLog')}
      filters={filters}
      sort={sortText(sort, usualSort)}
      clearHref={isFiltered ? adminHref('auditLog') : null}
    >
      <Select
        label="Who"
        name="who"
        placeholder="Anybody"
        options={actors}
        defaultValue={filters.who}
        fieldClassName={filterField}
      />
      <Select
        label="What"
        name="what"
        placeholder="Anything"
        options={actions}
        defaultValue={filters.what}
        fieldClassName={filterField}
      />
      <TextInput
        label="About: a kind such as “entry”, or “entry:” and its id"
        name="subject"
        defaultValue={filters.subject}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        fieldClassName="basis-full xl:basis-0 xl:grow"
      />
      <TextInput label="From" name="from" type="date" defaultValue={filters.from} />
      <TextInput label="To" name="to" type="date" defaultValue={filters.to} />
      <ButtonLink variant="quiet" href={csvHref} download="audit-log.csv">
        <Icon icon="i-download" />
        Download as CSV
      </ButtonLink>
    </AdminFilters>
  )
}

function Changes({ data: { changes, filters, sort, pages } }: { data: Data }) {
  if (changes.length === 0 && pages.previousHref === null) {
    return <EmptyState className="mt-8" icon="i-scroll-text" title="There are no changes that match." />
  }
  return (
    <>
      <AdminTable
        caption={`Changes, ${sort.descending ? 'newest' : 'oldest'} first`}
        columns={[
          { label: 'What' },
          { label: 'Fields', grows: true },
          { label: 'About' },
          { label: 'Who' },
          { label: 'When', numeric: true, sort: sortBy('when', sort, (next) => auditHref(filters, next)) },
        ]}
        rows={changes.map((change) => ({
          key: String(change.id),
          cells: [
            <span key="words" className="font-semibold">
              {change.what}
            </span>,
            <Fields key="fields" fields={change.fields} />,
            <Subject key="subject" subject={change.subject} />,
            <>
              {change.who}
              {change.whoKind !== 'person' && <span className="text-muted"> ({change.whoKind})</span>}
            </>,
            <AdminTime key="at" at={change.at} />,
          ],
        }))}
      />
      <AdminPages pages={pages} />
    </>
  )
}

/** One line that may be cut off; whole when it is opened. */
function Fields({ fields }: { fields: Change['fields'] }) {
  if (fields.length === 0) return null
  return (
    <details className="dense-more">
      <summary>
        {fields.map(({ field, before, after }, index) => (
          <Fragment key={field}>
            {index > 0 && '; '}
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
          </Fragment>
        ))}
      </summary>
    </details>
  )
}

function Subject({ subject: { kind, id, href } }: { subject: Change['subject'] }) {
  const short = id.length > 12 ? `${id.slice(0, 8)}…` : id
  return (
    <>
      {href ? (
        <a href={href} aria-label={`The ${kind} ${id}`}>
          {kind} <span className="figures">{short}</span>
        </a>
      ) : (
        <span title={id}>
          {kind} <span className="figures">{short}</span>
        </span>
      )}{' '}
      <a
        href={adminHref('auditLog', { subject: `${kind}:${id}` })}
        className="text-sm"
        aria-label={`Every change of ${kind} ${id}`}
      >
        every change
      </a>
    </>
  )
}
