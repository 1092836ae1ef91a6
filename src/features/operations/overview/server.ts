import type { CamelSql } from '#database/camel.ts'
import { dayAfter } from '#domain/calendar-day.ts'
import type { Day } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import type { Permission } from '#domain/permissions.ts'
import { sumRevenue } from '#features/payments/ledger/server/sum-movements.ts'
import { countRegister } from '#features/site/how-we-count/server.ts'
import { page } from '#page/page.ts'
import { type Deferred, deferred } from '#wire/deferred.ts'
import { listWork } from './queries.ts'
import { periods } from './rules.ts'
import { worksOf } from './work.ts'

type Holds = (permission: Permission) => Promise<boolean>

/** Of each kind; its list has all. */
const shown = 5

export const admin = page('admin', {
  load: async ({ query, visitor, sql, now, services: { log, cdn } }) => {
    const { holds } = visitor
    const period = periods.find((days) => String(days) === query.get('days')) ?? 30
    const last = londonDay(new Date(now))
    const span = { first: dayAfter(last, 1 - period), last }
    const counted = countPictures(sql, holds, span, period > 30 ? 'week' : 'day', cdn !== null)
    // Counts over whole tables: the page does not wait for them.
    const pictures = deferred(counted, (problem) =>
      log.error('pictures not counted', {}, problem),
    ) as Deferred<Pictures>
    const { id: personId, roles } = (await visitor.admin())!
    const works = worksOf(roles)
    const rows = works.length > 0 ? await listWork(sql, { works, shown, personId, now, today: last }) : []
    const work = works.flatMap((kind) => {
      const items = rows.filter((row) => row.work === kind)
      if (items.length === 0) return []
      // Kind and number are there once.
      return [{ kind, total: items[0]!.total, items: items.map(({ work: _, total: __, ...item }) => item) }]
    })
    return {
      work,
      today: last,
      period,
      hasPeriod: await seesFunnel(holds),
      pictures,
    }
  },
})

const seesFunnel = async (holds: Holds) => (await holds('review')) || (await holds('money'))

type Pictures = Awaited<ReturnType<typeof countPictures>>

/** Null for what this person's permissions do not cover. */
async function countPictures(sql: CamelSql, holds: Holds, span: Span, by: 'day' | 'week', isBehindCdn: boolean) {
  const where = async <Value>(isAllowed: Promise<boolean>, count: () => Promise<Value>) =>
    (await isAllowed) ? await count() : null
  const [funnel, decisions, revenue, register] = await Promise.all([
    where(seesFunnel(holds), () => countFunnel(sql, span)),
    where(holds('review'), () => countDecisions(sql, span, by)),
    where(holds('money'), () => sumRevenue(sql.raw, span)),
    where(holds('register'), () => countRegister(sql)),
  ])
  return { funnel, isBehindCdn, decisions, revenue, register }
}

/** The last day included. */
type Span = { first: Day; last: Day }

async function countFunnel(sql: CamelSql, { first, last }: Span) {
  const [funnel] = await sql<
    { home: number; apply: number; submitted: number; approved: number; checkout: number; paid: number }[]
  >`
    with span as (
      select ${first}::date::timestamp at time zone 'Europe/London' as begins,
        (${last}::date + 1)::timestamp at time zone 'Europe/London' as ends
    ),
    visits as (
      select page, sum(visits)::bigint as visits from daily_visits where day between ${first}::date
        and ${last}::date group by page
    )
    select
      coalesce((select visits from visits where page = 'home'), 0) as home,
      coalesce((select visits from visits where page = 'apply'), 0) as apply,
      (select count(*) from applications, span where submitted_at >= begins and submitted_at < ends) as submitted,
      -- Approved, withdrawn and approved again is one.
      (select count(distinct application_id) from application_decisions, span
       where decided_at >= begins and decided_at < ends and decision = 'approved') as approved,
      coalesce((select visits from visits where page = 'checkout'), 0) as checkout,
      (select count(*) from orders, span
       where paid_at >= begins and paid_at < ends and type = 'listing') as paid`
  return funnel!
}

/**
 * The median is of a person's decisions: the registry decides at once, which would hide how long people take.
 * Weeks begin on Monday; one that begins before the first day is counted whole.
 */
async function countDecisions(sql: CamelSql, { first, last }: Span, span: 'day' | 'week') {
  const [rows, [median]] = await Promise.all([
    sql<
      {
        day: Day
        submitted: number
        approved: number
        rejected: number
        medianHours: number | null
      }[]
    >`
      with period as (
        select date_trunc(${span}::text, ${first}::date::timestamp) as first, ${last}::date::timestamp as last
      ),
      spans as (
        select day::date as day from period, generate_series(first, last, ('1 ' || ${span}::text)::interval) as day
      ),
      came as (
        select date_trunc(${span}::text, submitted_at at time zone 'Europe/London')::date as day, count(*) as submitted
        from applications
        where submitted_at >= (select first at time zone 'Europe/London' from period)
          and submitted_at < (select (last + interval '1 day') at time zone 'Europe/London' from period)
        group by 1
      ),
      decided as (
        select date_trunc(${span}::text, decided_at at time zone 'Europe/London')::date as day,
          count(*) filter (where decision = 'approved') as approved,
          count(*) filter (where decision = 'rejected') as rejected,
          (percentile_cont(0.5) within group (order by extract(epoch from decided_at - a.submitted_at) / 3600)
            filter (where decided_by is not null))::float8 as median_hours
        from application_decisions
        join applications a on a.id = application_id
        where decision in ('approved', 'rejected') and decided_at >= (select first at time zone 'Europe/London' from period)
          and decided_at < (select (last + interval '1 day') at time zone 'Europe/London' from period)
        group by 1
      )
      select spans.day, coalesce(submitted, 0) as submitted, coalesce(approved, 0) as approved, coalesce(rejected, 0) as rejected,
        median_hours
      from spans
      left join came on came.day = spans.day
      left join decided on decided.day = spans.day
      order by spans.day`,
    sql<{ hours: number | null; decisions: number }[]>`
      select
        (percentile_cont(0.5) within group (order by extract(epoch from decided_at - a.submitted_at) / 3600))::float8 as hours,
        count(*) as decisions
      from application_decisions
      join applications a on a.id = application_id
      where decided_by is not null and decision in ('approved', 'rejected')
        and decided_at >= ${first}::date::timestamp at time zone 'Europe/London'
        and decided_at < (${last}::date + 1)::timestamp at time zone 'Europe/London'`,
  ])
  return { span, rows, median: median!.hours, count: median!.decisions }
}
