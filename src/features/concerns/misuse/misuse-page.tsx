import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { carries } from '#domain/permissions.ts'
import { registerStatuses } from '#domain/register-status.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTabs } from '#ui/admin-tabs.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { type AdminPerson, definePage } from '#wire/page.ts'
import { namesHref, numbersHref, often, usualNameSort, usualNumberSort } from './rules.ts'
import type { adminMisuse } from './server.ts'

type Data = PageData<typeof adminMisuse>
type NumbersData = Extract<Data, { list: 'numbers' }>
type NamesData = Extract<Data, { list: 'names' }>

export const page = definePage<Data>({
  Component: MisusePage,
  meta: () => ({ title: 'Possible misuse' }),
})

const leads: Record<Data['list'], string> = {
  numbers: `Numbers that people checked at least ${often.checks} times in the last ${often.days} days and that are not valid.`,
  names:
    'Applications whose organiser or event has a name like that of another organiser’s accredited event. This decides nothing.',
}

function MisusePage({ data, admin }: { data: Data; admin?: AdminPerson | undefined }) {
  const isEmpty = data.pages.total === 0
  return (
    <>
      <PageHeading lead={leads[data.list]}>Possible misuse</PageHeading>
      <AdminTabs
        label="Kinds of possible misuse"
        tabs={[
          {
            label: 'Numbers that fail checks',
            href: numbersHref(usualNumberSort, null),
            isCurrent: data.list === 'numbers',
          },
          { label: 'Look-alike names', href: namesHref(usualNameSort, null), isCurrent: data.list === 'names' },
        ]}
      />
      {isEmpty ? (
        <EmptyState
          className="mt-8"
          icon="i-inbox"
          title={data.list === 'numbers' ? 'No number failed as often.' : 'No application has such a name.'}
        />
      ) : data.list === 'numbers' ? (
        <Numbers {...data} />
      ) : (
        <Names {...data} mayReview={admin !== undefined && carries(admin.roles, 'review')} />
      )}
      <AdminPages pages={data.pages} />
    </>
  )
}

function Numbers({ numbers, sort }: NumbersData) {
  const by = (column: 'checks' | 'last') => sortBy(column, sort, (other) => numbersHref(other, null))
  return (
    <AdminTable
      caption="Numbers that fail checks"
      columns={[
        { label: 'Number' },
        { label: 'In the register', grows: true },
        { label: 'Event', grows: true },
        { label: 'Checks', numeric: true, sort: by('checks') },
        { label: 'Days', numeric: true, wide: true },
        { label: 'Last', numeric: true, sort: by('last') },
        { label: 'Concern', acts: true },
      ]}
      rows={numbers.map((failed) => ({ key: failed.number, cells: cellsOf(failed) }))}
    />
  )
}

function cellsOf({ number, slug, title, status, checks, days, lastOn }: NumbersData['numbers'][number]) {
  return [
    // No link to its check: a press would count as one.
    <span key="number" className="figures">
      {number}
    </span>,
    status ? registerStatuses[status].label : 'Not in the register',
    slug && <a href={href('event', { slug })}>{title}</a>,
    checks,
    days,
    londonDateOf(lastOn),
    <a
      key="concern"
      href={href('concerns', { event: number, about: 'false-claim' })}
      aria-label={`Report a concern about ${number}`}
    >
      Report
    </a>,
  ]
}

function Names({ names, sort, mayReview }: NamesData & { mayReview: boolean }) {
  const by = (column: 'likeness' | 'found') => sortBy(column, sort, (other) => namesHref(other, null))
  return (
    <AdminTable
      caption="Look-alike names"
      columns={[
        { label: 'Applied as', grows: true },
        { label: 'Name of', wide: true },
        { label: 'Accredited', grows: true },
        { label: 'Company numbers', wide: true },
        { label: 'Alike', numeric: true, sort: by('likeness') },
        { label: 'Found', numeric: true, sort: by('found') },
        { label: 'Application', acts: true },
      ]}
      rows={names.map((name) => ({
        key: `${name.applicationId} ${name.kind} ${name.slug}`,
        cells: nameCells(name, mayReview),
      }))}
    />
  )
}

function nameCells(row: NamesData['names'][number], mayReview: boolean) {
  return [
    row.applied,
    row.kind === 'organiser' ? 'Organiser' : 'Event',
    <a key="entry" href={href('event', { slug: row.slug })}>
      {row.name}
    </a>,
    `${row.companyNo ?? 'none'} and ${row.entryCompanyNo ?? 'none'}`,
    `${row.percent}%`,
    londonDateOf(row.foundAt),
    mayReview ? (
      <a key="application" href={adminHref('review', { id: row.applicationId })} className="figures">
        {row.reference}
      </a>
    ) : (
      <span key="application" className="figures">
        {row.reference}
      </span>
    ),
  ]
}
