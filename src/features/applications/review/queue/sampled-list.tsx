import { londonDateOf } from '#domain/london-time.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { ageWords, sampledHref, sampleWords } from '../rules.ts'
import type { SampleSort } from './queries.ts'
import { ApplicationLink } from './queue-table.tsx'
import type { QueueData } from './server.ts'

const sortWords: Record<SampleSort['by'], string> = {
  chosen: 'time',
  reference: 'reference',
  date: 'date of the event',
}

/** Approved by the registry, and to be checked all the same. */
export function SampledList({ data: { sampled, sampleSort, pages, madeAt } }: { data: QueueData }) {
  const sorts = (by: SampleSort['by']) => sortBy(by, sampleSort, (other) => sampledHref(other, null))
  return (
    <AdminList
      caption={`Sampled applications, sorted by ${sortWords[sampleSort.by]}`}
      empty="There are no sampled applications to check."
      columns={[
        { label: 'Event', cell: ApplicationLink },
        { label: 'Organisation', grows: true, wide: true, cell: ({ organisation }) => organisation },
        { label: 'Reference', sort: sorts('reference'), cell: ({ reference }) => reference },
        {
          label: 'Event date',
          numeric: true,
          wide: true,
          sort: sorts('date'),
          cell: ({ date }) => date && londonDateOf(date),
        },
        {
          label: 'Waiting since',
          numeric: true,
          sort: sorts('chosen'),
          cell: ({ chosen }) => (
            <>
              <span className="text-muted">{ageWords(chosen, madeAt)}, </span>
              {londonDateOf(chosen)}
            </>
          ),
        },
        { label: 'Why', grows: true, cell: sampleWords },
      ]}
      rows={sampled}
      pages={pages}
    />
  )
}
