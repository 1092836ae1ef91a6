import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTabs } from '#ui/admin-tabs.tsx'
import { Badge } from '#ui/badge.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { type ConcernList, concernLists, concernStates, concernSubjects, promisedDays } from '../rules.ts'
import type { adminConcerns } from './server.ts'

type Data = PageData<typeof adminConcerns>
type ListedConcern = Data['concerns'][number]

export const page = definePage<Data>({
  Component: AdminConcernsPage,
  meta: () => ({ title: 'Concerns' }),
})

const listLabel = (list: ConcernList) => (list === 'open' ? 'Open' : concernStates[list].label)

function AdminConcernsPage({ data }: { data: Data }) {
  const { list, concerns, counts, pages } = data
  return (
    <>
      <PageHeading
        lead={`We promise reporters that someone starts their case within ${promisedDays} working days, or on the same working day if someone is in danger.`}
      >
        Concerns
      </PageHeading>
      <AdminTabs
        label="Concerns by state"
        tabs={concernLists.map((each) => ({
          label: each === 'open' ? `Open (${counts.open}, ${counts.late} late)` : listLabel(each),
          href: adminHref('adminConcerns', { list: each === 'open' ? null : each }),
          isCurrent: each === list,
        }))}
      />
      {concerns.length === 0 ? (
        <EmptyState className="mt-8" icon="i-inbox" title="There are no concerns in this list." />
      ) : (
        <AdminTable
          caption={`${listLabel(list)}, ${list === 'open' ? 'most urgent first' : 'newest first'}`}
          columns={[
            { label: 'Case' },
            { label: 'Event', grows: true },
            { label: 'About', grows: true, wide: true },
            { label: 'Looked after by', wide: true },
            { label: 'Received', numeric: true },
            { label: 'Next' },
          ]}
          rows={concerns.map((concern) => ({ key: concern.id, cells: cellsOf(concern) }))}
        />
      )}
      <AdminPages pages={pages} />
    </>
  )
}

function cellsOf(concern: ListedConcern) {
  return [
    <>
      <a href={adminHref('adminConcern', { id: concern.id })} className="figures">
        {concern.reference}
      </a>{' '}
      {concern.inDanger && <Badge tone="danger">In danger</Badge>}
    </>,
    concern.event,
    concernSubjects[concern.about],
    concern.assignedTo ?? <span className="text-muted">Nobody</span>,
    londonDateOf(concern.receivedAt),
    <Next key="next" concern={concern} />,
  ]
}

const replyWords = {
  waiting: 'Organiser asked',
  answered: 'Organiser has answered',
  expired: 'Organiser did not answer',
}

function Next({ concern: { state, isLate, promisedAt, reply } }: { concern: ListedConcern }) {
  if (isLate) return <Badge tone="danger">{`Late since ${londonDateOf(promisedAt)}`}</Badge>
  if (state === 'received') return <>Take up by {londonDateOf(promisedAt)}</>
  if (state !== 'looking') return <>{concernStates[state].label}</>
  return <>{reply ? replyWords[reply] : 'Ask, or decide'}</>
}
