import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { carries } from '#domain/permissions.ts'
import { registerStatuses } from '#domain/register-status.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { AdminPages } from '#ui/admin-list.tsx'
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
        // No link to its check: a press would count as one.
        { label: 'Number', cell: ({ number }) => <span className="figures">{number}</span> },
        {
          label: 'In the register',
          grows: true,
          cell: ({ status }) => (status ? registerStatuses[status].label : 'Not in the register'),
        },
        {
          label: 'Event',
          grows: true,
          cell: ({ slug, title }) => slug && <a href={href('event', { slug })}>{title}</a>,
        },
        { label: 'Checks', numeric: true, sort: by('checks'), cell: ({ checks }) => checks },
        { label: 'Days', numeric: true, wide: true, cell: ({ days }) => days },
        { label: 'Last', numeric: true, sort: by('last'), cell: ({ lastOn }) => londonDateOf(lastOn) },
        { label: 'Concern', acts: true, cell: ({ number }) => <ReportLink number={number} /> },
      ]}
      rows={numbers.map((row) => ({ id: row.number, ...row }))}
    />
  )
}

function ReportLink({ number }: { number: string }) {
  return (
    <a href={href('concerns', { event: number, about: 'false-claim' })} aria-label={`Report a concern about ${number}`}>
      Report
    </a>
  )
}

function Names({ names, sort, mayReview }: NamesData & { mayReview: boolean }) {
  const by = (column: 'likeness' | 'found') => sortBy(column, sort, (other) => namesHref(other, null))
  return (
    <AdminTable
      caption="Look-alike names"
      columns={[
        { label: 'Applied as', grows: true, cell: ({ applied }) => applied },
        { label: 'Name of', wide: true, cell: ({ kind }) => (kind === 'organiser' ? 'Organiser' : 'Event') },
        { label: 'Accredited', grows: true, href: ({ slug }) => href('event', { slug }), cell: ({ name }) => name },
        {
          label: 'Company numbers',
          wide: true,
          cell: ({ companyNo, entryCompanyNo }) => `${companyNo ?? 'none'} and ${entryCompanyNo ?? 'none'}`,
        },
        { label: 'Alike', numeric: true, sort: by('likeness'), cell: ({ percent }) => `${percent}%` },
        { label: 'Found', numeric: true, sort: by('found'), cell: ({ foundAt }) => londonDateOf(foundAt) },
        { label: 'Application', acts: true, cell: (name) => <Application name={name} mayReview={mayReview} /> },
      ]}
      rows={names.map((row) => ({ id: `${row.applicationId} ${row.kind} ${row.slug}`, ...row }))}
    />
  )
}

function Application({ name, mayReview }: { name: NamesData['names'][number]; mayReview: boolean }) {
  const { applicationId: id, reference } = name
  if (!mayReview) return <span className="figures">{reference}</span>
  return (
    <a href={adminHref('review', { id })} className="figures">
      {reference}
    </a>
  )
}
