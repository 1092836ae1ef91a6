import { adminHref } from '#admin-pages.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { ageWords, sampledHref, sampleWords } from '../rules.ts'
import type { SampleSort } from './queries.ts'
import type { QueueData } from './server.ts'

const sortWords: Record<SampleSort['by'], string> = {
  chosen: 'time',
  reference: 'reference',
  date: 'date of the event',
}

/** Approved by the registry, and to be checked all the same. */
export function SampledList({ data: { sampled, sampleSort, pages, madeAt } }: { data: QueueData }) {
  if (sampled.length === 0 && pages.previousHref === null) {
    return <EmptyState className="mt-8" icon="i-inbox" title="There are no sampled applications to check." />
  }
  const sorts = (by: SampleSort['by']) => sortBy(by, sampleSort, (other) => sampledHref(other, null))
  return (
    <>
      <AdminTable
        caption={`Sampled applications, sorted by ${sortWords[sampleSort.by]}`}
        columns={[
          { label: 'Event' },
          { label: 'Organisation', grows: true, wide: true },
          { label: 'Reference', sort: sorts('reference') },
          { label: 'Event date', numeric: true, wide: true, sort: sorts('date') },
          { label: 'Waiting since', numeric: true, sort: sorts('chosen') },
          { label: 'Why', grows: true },
        ]}
        rows={sampled.map((row) => ({
          key: row.id,
          cells: [
            <a key="event" href={adminHref('review', { id: row.id })} data-application="">
              {row.title}
            </a>,
            row.organisation,
            row.reference,
            row.date && londonDateOf(row.date),
            <>
              <span className="text-muted">{ageWords(row.chosen, madeAt)}, </span>
              {londonDateOf(row.chosen)}
            </>,
            sampleWords(row),
          ],
        }))}
      />
      <AdminPages pages={pages} />
    </>
  )
}
