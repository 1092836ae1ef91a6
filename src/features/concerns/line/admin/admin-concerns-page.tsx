import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { PageData } from '#page/page.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { AdminTabs } from '#ui/admin-tabs.tsx'
import { Badge } from '#ui/badge.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Muted } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'
import { type ConcernList, concernLists, concernStates, concernSubjects, promisedDays } from '../rules.ts'
import type { adminConcerns } from './server.ts'

type Data = PageData<typeof adminConcerns>

export const page = definePage<Data>(AdminConcernsPage, 'Concerns')

const listLabel = (list: ConcernList) => (list === 'open' ? 'Open' : concernStates[list].label)

function AdminConcernsPage({ data }: { data: Data }) {
  const { list, concerns, counts, pages } = data
  return (
    <>
      <PageHeading
        lead={`We promise reporters that someone starts their case within ${promisedDays} working days, or on the same working day if someone is in danger.`}
      />
      <AdminTabs
        label="Concerns by state"
        tabs={concernLists.map((each) => ({
          label: each === 'open' ? `Open (${counts.open}, ${counts.overdue} late)` : listLabel(each),
          href: adminHref('adminConcerns', { list: each === 'open' ? null : each }),
          isCurrent: each === list,
        }))}
      />
      <AdminList
        caption={`${listLabel(list)}, ${list === 'open' ? 'most urgent first' : 'newest first'}`}
        empty="There are no concerns in this list."
        columns={[
          {
            label: 'Case',
            cell: ({ id, reference, inDanger }) => (
              <>
                <a href={adminHref('adminConcern', { id })} className="figures">
                  {reference}
                </a>{' '}
                {inDanger && <Badge tone="danger">In danger</Badge>}
              </>
            ),
          },
          { label: 'Event', grows: true, cell: 'event' },
          { label: 'About', grows: true, wide: true, cell: ({ about }) => concernSubjects[about] },
          { label: 'Looked after by', wide: true, cell: ({ assignedTo }) => assignedTo ?? <Muted>Nobody</Muted> },
          { label: 'Received', day: 'receivedAt' },
          { label: 'Next', cell: nextOf },
        ]}
        rows={concerns}
        pages={pages}
      />
    </>
  )
}

const replyWords = {
  waiting: 'Organiser asked',
  answered: 'Organiser has answered',
  expired: 'Organiser did not answer',
}

function nextOf({ state, isOverdue, promisedAt, reply }: Data['concerns'][number]) {
  if (isOverdue) return <Badge tone="danger">{`Late since ${londonDateOf(promisedAt)}`}</Badge>
  if (state === 'received') return `Start by ${londonDateOf(promisedAt)}`
  if (state !== 'looking') return concernStates[state].label
  return reply ? replyWords[reply] : 'Ask, or decide'
}
