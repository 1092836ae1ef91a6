import { Fragment } from 'react'
import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminFilters } from '#ui/admin-filters.tsx'
import { AdminList } from '#ui/admin-list.tsx'
import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Muted, VisuallyHidden } from '#ui/text.tsx'
import { sortBy, sortText } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { LogTabs } from './log-tabs.tsx'
import { auditHref, usualSort } from './rules.ts'
import type { auditLog } from './server.ts'

type Data = PageData<typeof auditLog>
type Change = Data['changes'][number]

export const page = definePage<Data>(AuditLogPage, 'Audit log')

function AuditLogPage({ data }: { data: Data }) {
  const { filters, problem, sort, changes, pages } = data
  return (
    <>
      <PageHeading lead="No one can change or delete it. Changes by payments and automatic changes are in the history of each order and entry." />
      <LogTabs current="changes" />
      <Filters data={data} />
      {problem && <Notice tone="warning" live="alert" className="mt-6" text={problem} />}
      <AdminList
        caption={`Changes, ${sort.descending ? 'newest' : 'oldest'} first`}
        icon="i-scroll-text"
        empty="There are no changes that match."
        columns={[
          { label: 'What', cell: ({ what }) => <span className="font-semibold">{what}</span> },
          { label: 'Fields', grows: true, cell: ({ fields }) => <Fields fields={fields} /> },
          { label: 'About', cell: ({ subject }) => <Subject subject={subject} /> },
          {
            label: 'Who',
            cell: ({ who, whoKind }) => (
              <>
                {who}
                {whoKind !== 'person' && <Muted> ({whoKind})</Muted>}
              </>
            ),
          },
          { label: 'When', sort: sortBy('when', sort, (next) => auditHref(filters, next)), time: 'at' },
        ]}
        rows={changes}
        pages={pages}
      />
    </>
  )
}

function Filters({ data: { filters, actors, actions, csvHref, sort } }: { data: Data }) {
  return (
    <AdminFilters
      action={adminHref('auditLog')}
      values={filters}
      sort={sortText(sort, usualSort)}
      fields={[
        { kind: 'pick', name: 'who', label: 'Who', any: 'Anybody', options: actors },
        { kind: 'pick', name: 'what', label: 'What', any: 'Anything', options: actions },
        { kind: 'text', name: 'subject', label: 'About: a kind such as “entry”, or “entry:” and its id' },
        { kind: 'day', name: 'from', label: 'From' },
        { kind: 'day', name: 'to', label: 'To' },
      ]}
    >
      <ButtonLink variant="quiet" href={csvHref} download="audit-log.csv">
        <Icon icon="i-download" />
        Download as CSV
      </ButtonLink>
    </AdminFilters>
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

function Subject({ subject: { kind, id, name, href } }: { subject: Change['subject'] }) {
  const short = name ?? (id.length > 12 ? `${id.slice(0, 8)}…` : id)
  return (
    <>
      {href ? (
        <a href={href} aria-label={`The ${kind} ${name ?? id}`} title={id}>
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
        aria-label={`Every change of ${kind} ${name ?? id}`}
      >
        every change
      </a>
    </>
  )
}
