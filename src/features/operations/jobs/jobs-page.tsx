import { adminHref } from '../../../admin-pages.ts'
import { AdminNotice, type AdminSays } from '../../../ui/admin-notice.tsx'
import { AdminTime } from '../../../ui/admin-time.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ChipLink, ChipRow } from '../../../ui/chip.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Pagination } from '../../../ui/pagination.tsx'
import { Table } from '../../../ui/table.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { definePage } from '../../../wire/page.ts'
import { jobStates, jobStateWords } from './rules.ts'
import type { JobsData } from './state.ts'

export const page = definePage<JobsData>({ Component: JobsPage, meta: () => ({ title: 'Jobs' }) })

const notices: Record<NonNullable<JobsData['notice']>, AdminSays> = {
  retried: { tone: 'success', title: 'The job runs again, now' },
  'not-retried': { tone: 'warning', title: 'Nothing was changed: the job is already running or done' },
}

function JobsPage({ data }: { data: JobsData }) {
  const { state, counts, notice } = data
  return (
    <>
      <PageHeading lead="What the site does in the background. Finished jobs are not shown. A job that fails is tried again automatically, up to 25 times.">
        Jobs
      </PageHeading>
      <AdminNotice says={notice && notices[notice]} />
      <div className="mt-8">
        <ChipRow label="Jobs by state">
          <ChipLink href={adminHref('jobs')} current={state === null}>
            All
          </ChipLink>
          {jobStates.map((known) => (
            <ChipLink
              key={known}
              href={adminHref('jobs', { state: known })}
              current={state === known}
              count={counts[known]}
            >
              {jobStateWords[known].label}
            </ChipLink>
          ))}
        </ChipRow>
      </div>
      <Jobs data={data} />
      <Pagination firstHref={data.firstHref ?? undefined} nextHref={data.nextHref ?? undefined} />
    </>
  )
}

function Jobs({ data: { state, jobs } }: { data: JobsData }) {
  if (jobs.length === 0) {
    return (
      <EmptyState
        className="mt-8"
        icon="i-circle-check"
        title={state ? 'There are no jobs with this status.' : 'There are no jobs waiting.'}
      />
    )
  }
  return (
    <div className="mt-6">
      <Table
        caption="Jobs, newest first"
        captionHidden
        columns={[
          { label: 'Job' },
          { label: 'State' },
          { label: 'Attempts', numeric: true },
          { label: 'Due', numeric: true },
          { label: <VisuallyHidden>Retry</VisuallyHidden> },
        ]}
        rows={jobs.map((job) => ({
          key: String(job.id),
          cells: [
            <span key="job" className="inline-block min-w-48 max-w-prose">
              <span className="font-semibold">{job.name}</span>
              {job.last_error && (
                <span className="block text-sm text-danger break-words">{job.last_error.slice(0, 500)}</span>
              )}
            </span>,
            <Badge key="state" tone={jobStateWords[job.state].tone}>
              {jobStateWords[job.state].label}
            </Badge>,
            `${job.attempts} of ${job.max_attempts}`,
            <AdminTime key="due" at={job.run_at} />,
            job.state === 'failed' || job.state === 'retrying' ? (
              <form key="retry" method="post" action={adminHref('jobs', { state })}>
                <input type="hidden" name="job" value={job.id} />
                <Button type="submit" variant="quiet">
                  Run now
                  <VisuallyHidden>
                    : {job.name}, number {job.id}
                  </VisuallyHidden>
                </Button>
              </form>
            ) : (
              ''
            ),
          ],
        }))}
      />
    </div>
  )
}
