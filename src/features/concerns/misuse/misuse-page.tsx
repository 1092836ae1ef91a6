import { adminHref } from '#admin-pages.ts'
import { carries } from '#domain/permissions.ts'
import { registerStatuses } from '#domain/register-status.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { AdminTabs } from '#ui/admin-tabs.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { type AdminPerson, definePage } from '#wire/page.ts'
import { misuseHref, often, usualSorts } from './rules.ts'
import type { adminMisuse } from './server.ts'

type Data = PageData<typeof adminMisuse>
type NamesData = Extract<Data, { list: 'names' }>

export const page = definePage<Data>(MisusePage, 'Possible misuse')

const leads: Record<Data['list'], string> = {
  numbers: `Numbers that people checked at least ${often.checks} times in the last ${often.days} days and that are not valid.`,
  names:
    'Applications whose organiser or event has a name like that of another organiser’s accredited event. This decides nothing.',
}

function MisusePage({ data, admin }: { data: Data; admin?: AdminPerson | undefined }) {
  return (
    <>
      <PageHeading lead={leads[data.list]} />
      <AdminTabs
        label="Kinds of possible misuse"
        tabs={(['numbers', 'names'] as const).map((list) => ({
          label: list === 'numbers' ? 'Numbers that fail checks' : 'Look-alike names',
          href: misuseHref(list, usualSorts[list]),
          isCurrent: list === data.list,
        }))}
      />
      {data.list === 'numbers' ? (
        <Numbers {...data} />
      ) : (
        <Names {...data} mayReview={admin !== undefined && carries(admin.roles, 'review')} />
      )}
    </>
  )
}

function Numbers({ numbers, sort, pages }: Extract<Data, { list: 'numbers' }>) {
  const by = (column: 'checks' | 'last') => sortBy(column, sort, (other) => misuseHref('numbers', other))
  return (
    <AdminList
      caption="Numbers that fail checks"
      empty="No number failed as often."
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
        { label: 'Checks', numeric: true, sort: by('checks'), cell: 'checks' },
        { label: 'Days', numeric: true, wide: true, cell: 'days' },
        { label: 'Last', sort: by('last'), day: 'lastOn' },
        {
          label: 'Concern',
          acts: true,
          cell: ({ number }) => (
            <a
              href={href('concerns', { event: number, about: 'false-claim' })}
              aria-label={`Report a concern about ${number}`}
            >
              Report
            </a>
          ),
        },
      ]}
      rows={numbers.map((row) => ({ id: row.number, ...row }))}
      pages={pages}
    />
  )
}

function Names({ names, sort, pages, mayReview }: NamesData & { mayReview: boolean }) {
  const by = (column: 'likeness' | 'found') => sortBy(column, sort, (other) => misuseHref('names', other))
  return (
    <AdminList
      caption="Look-alike names"
      empty="No application has such a name."
      columns={[
        { label: 'Applied as', grows: true, cell: 'applied' },
        { label: 'Name of', wide: true, cell: ({ kind }) => (kind === 'organiser' ? 'Organiser' : 'Event') },
        { label: 'Accredited', grows: true, href: ({ slug }) => href('event', { slug }), cell: 'name' },
        {
          label: 'Company numbers',
          wide: true,
          cell: ({ companyNo, entryCompanyNo }) => `${companyNo ?? 'none'} and ${entryCompanyNo ?? 'none'}`,
        },
        { label: 'Alike', numeric: true, sort: by('likeness'), cell: ({ percent }) => `${percent}%` },
        { label: 'Found', sort: by('found'), day: 'foundAt' },
        { label: 'Application', acts: true, cell: (name) => <Application name={name} mayReview={mayReview} /> },
      ]}
      rows={names.map((row) => ({ id: `${row.applicationId} ${row.kind} ${row.slug}`, ...row }))}
      pages={pages}
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
