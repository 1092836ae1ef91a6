import { adminHref } from '#admin-pages.ts'
import type { PageData } from '#page/page.ts'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Badge } from '#ui/badge.tsx'
import { Button } from '#ui/button.tsx'
import { ChipLinks } from '#ui/chip.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Outcome } from '#ui/form.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { sortBy } from '#wire/list-pages.ts'
import { definePage } from '#wire/page.ts'
import { jobStates, jobStateWords, jobsHref } from './rules.ts'
import type { jobs } from './server.ts'

type Data = PageData<typeof jobs>

export const page = definePage<Data>({ Component: JobsPage, meta: () => ({ title: 'Jobs' }) })

function JobsPage({ data }: { data: Data }) {
  const { view, counts } = data
  return (
    <>
      <PageHeading lead="What the site does in the background. Finished jobs are not shown. A job that fails is tried again automatically, up to 25 times.">
        Jobs
      </PageHeading>
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
      <Jobs data={data} />
    </>
  )
}

function Jobs({ data: { view, jobs, pages } }: { data: Data }) {
  if (jobs.length === 0 && pages.previousHref === null) {
    return (
      <EmptyState
        className="mt-8"
        icon="i-circle-check"
        title={view.state ? 'There are no jobs with this status.' : 'There are no jobs waiting.'}
      />
    )
  }
  return (
    <>
      <AdminTable
        caption={`Jobs, ${view.sort.descending ? 'newest' : 'oldest'} first`}
        columns={[
          { label: 'Job' },
          { label: 'Last error', grows: true },
          { label: 'State' },
          { label: 'Attempts', numeric: true, wide: true },
          {
            label: 'Added',
            numeric: true,
            wide: true,
            sort: sortBy('added', view.sort, (sort) => jobsHref({ ...view, sort, page: 1 })),
          },
          { label: 'Due', numeric: true },
          { label: 'Retry', acts: true },
        ]}
        rows={jobs.map((job) => ({
          key: String(job.id),
          cells: [
            <span key="job" className="font-semibold">
              {job.name}
            </span>,
            job.lastError && (
              <details key="error" className="dense-more">
                <summary className="text-danger">{job.lastError.slice(0, 500)}</summary>
              </details>
            ),
            <Badge key="state" tone={jobStateWords[job.state].tone}>
              {jobStateWords[job.state].label}
            </Badge>,
            `${job.attempts} of ${job.maxAttempts}`,
            <AdminTime key="added" at={job.createdAt} />,
            <AdminTime key="due" at={job.runAt} />,
            (job.state === 'failed' || job.state === 'retrying') && (
              <form key="retry" method="post" action={jobsHref(view)}>
                <input type="hidden" name="job" value={job.id} />
                <Button type="submit" variant="quiet">
                  Run now
                  <VisuallyHidden>
                    : {job.name}, number {job.id}
                  </VisuallyHidden>
                </Button>
              </form>
            ),
          ],
        }))}
      />
      <AdminPages pages={pages} />
    </>
  )
}
