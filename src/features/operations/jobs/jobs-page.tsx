import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { Badge } from '#ui/badge.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { Outcome } from '#ui/form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { jobStates, jobStateWords, jobsHref } from './rules.ts'
import type { jobs } from './server.ts'

type Data = PageData<typeof jobs>

export const page = definePage<Data>(JobsPage, 'Jobs')

function JobsPage({ data: { view, counts, jobs, pages } }: { data: Data }) {
  return (
    <>
      <PageHeading lead="What the site does in the background. Finished jobs are not shown. A job that fails is tried again automatically, up to 25 times." />
      <Outcome />
      <div className="mt-3">
        <ChipLinks
          label="Jobs by state"
          chips={[null, ...jobStates].map((state) => ({
            label: state ? jobStateWords[state].label : 'All',
            href: adminHref('jobs', { state }),
            current: view.state === state,
            count: state ? counts[state] : undefined,
          }))}
        />
      </div>
      <AdminList
        caption={`Jobs, ${view.sort.descending ? 'newest' : 'oldest'} first`}
        icon="i-circle-check"
        empty={view.state ? 'There are no jobs with this status.' : 'There are no jobs waiting.'}
        columns={[
          { label: 'Job', cell: ({ name }) => <span className="font-semibold">{name}</span> },
          {
            label: 'Last error',
            grows: true,
            cell: ({ lastError }) =>
              lastError && (
                <details className="dense-more">
                  <summary className="text-danger">{lastError.slice(0, 500)}</summary>
                </details>
              ),
          },
          {
            label: 'State',
            cell: ({ state }) => <Badge tone={jobStateWords[state].tone}>{jobStateWords[state].label}</Badge>,
          },
          {
            label: 'Attempts',
            numeric: true,
            wide: true,
            cell: ({ attempts, maxAttempts }) => `${attempts} of ${maxAttempts}`,
          },
          {
            label: 'Added',
            wide: true,
            sort: sortBy('added', view.sort, (sort) => jobsHref({ ...view, sort, page: 1 })),
            time: 'createdAt',
          },
          { label: 'Due', time: 'runAt' },
          {
            label: 'Retry',
            acts: true,
            cell: ({ id, name, state }) =>
              (state === 'failed' || state === 'retrying') && (
                <PostButton fields={{ job: id }} label="Run now" of={`: ${name}, number ${id}`} />
              ),
          },
        ]}
        rows={jobs}
        pages={pages}
      />
    </>
  )
}
