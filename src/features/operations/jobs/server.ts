import { type } from 'arktype'
import type { CamelSql } from '#database/camel.ts'
import type { Instant } from '#domain/formats.ts'
import { command, did, refusal } from '#page/command.ts'
import { page } from '#page/page.ts'
import { readList, readPageNumber, readSort } from '#wire/list-pages.ts'
import { type JobState, type JobsView, jobStates, jobsHref, usualSort } from './rules.ts'

function viewOf(query: URLSearchParams): JobsView {
  return {
    state: jobStates.find((known) => known === query.get('state')) ?? null,
    sort: readSort(query.get('sort'), ['added'], usualSort),
    page: readPageNumber(query.get('page')),
  }
}

const notRetried = refusal('Nothing was changed: the job is already running or done')

/** With all its attempts again. A job that is done or running by now stays as it is. */
const retry = command({
  permission: 'mail',
  schema: type({ job: "string = ''" }),
  run: async ({ input: { job: id }, sql }) => {
    if (!/^\d{1,15}$/.test(id)) return notRetried
    const [job] = await sql<{ name: string }[]>`
      select task_identifier as name
      from graphile_worker.jobs
      where id in (select retry_job(${Number(id)}::bigint))`
    if (!job) return notRetried
    return did({ audit: { subject: { kind: 'job', id }, action: 'retried', after: { name: job.name } } })
  },
  done: { retried: 'The job runs again, now' },
  leadsTo: (_, { query }) => jobsHref(viewOf(query), 'retried'),
})

const stateOf = (sql: CamelSql) => sql`case
  when locked_at is not null then 'running'
  when attempts >= max_attempts then 'failed'
  when attempts > 0 then 'retrying'
  else 'waiting'
end as state`

export const jobs = page('jobs', {
  commands: { retry },
  load: async ({ query, sql }) => {
    const view = viewOf(query)
    const counted = await sql<{ state: JobState; jobs: number }[]>`
      select ${stateOf(sql)}, count(*) as jobs from graphile_worker.jobs group by 1`
    const counts = Object.fromEntries(
      jobStates.map((known) => [known, counted.find((row) => row.state === known)?.jobs ?? 0]),
    ) as Record<JobState, number>
    const count = view.state ? counts[view.state] : Object.values(counts).reduce((sum, jobs) => sum + jobs, 0)
    const { rows: jobs, pages } = await readList({
      query,
      pageSize: 40,
      rows: ({ limit, offset }) =>
        sql<
          {
            id: number
            name: string
            runAt: Instant
            attempts: number
            maxAttempts: number
            lastError: string | null
            createdAt: Instant
            state: JobState
          }[]
        >`
          select id, name, run_at, attempts, max_attempts, last_error, created_at, state from (
            select id, task_identifier as name, run_at, attempts, max_attempts, last_error, created_at,
              ${stateOf(sql)}
            from graphile_worker.jobs
          ) as jobs
          ${view.state === null ? sql`` : sql`where state = ${view.state}::text`}
          ${view.sort.descending ? sql`order by id desc` : sql`order by id`}
          limit ${limit}::int offset ${offset}::int`,
      count: async () => [{ count }],
      hrefOf: (page) => jobsHref({ ...view, page: page ?? 1 }),
    })
    return { view, counts, jobs, pages }
  },
})
