import { adminHref } from '#admin-pages.ts'
import type { CamelSql } from '#database/camel.ts'
import { dayAfter } from '#domain/calendar-day.ts'
import type { Day, Instant, Pence } from '#domain/formats.ts'
import { londonDateOf, londonDay } from '#domain/london-time.ts'
import type { Permission } from '#domain/permissions.ts'
import { registerStatusNames } from '#domain/register-status.ts'
import { page } from '#page/page.ts'
import { type Deferred, deferred } from '#wire/deferred.ts'
import { periods } from './rules.ts'

type Holds = (permission: Permission) => Promise<boolean>

export const admin = page('admin', {
  load: async ({ query, visitor: { holds }, sql, now, services: { log, cdn } }) => {
    const period = periods.find((days) => String(days) === query.get('days')) ?? 30
    const last = londonDay(new Date(now))
    const span = { first: dayAfter(last, 1 - period), last }
    const counted = countPictures(sql, holds, span, period > 30 ? 'week' : 'day', cdn !== null)
    // Counts over whole tables: the page does not wait for them.
    const pictures = deferred(counted, (problem) =>
      log.error('pictures not counted', {}, problem),
    ) as Deferred<Pictures>
    return {
      waiting: await listWaiting(sql, holds, now),
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
    where(holds('money'), () => sumRevenue(sql, span)),
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

/** By product. Refunds and disputes count on their own day, whenever the order was paid. */
export const sumRevenue = (sql: CamelSql, { first, last }: Span) => sql<
  { type: string; payments: number; paidPence: Pence; refundedPence: Pence; disputedPence: Pence }[]
>`
  with span as (
    select ${first}::date::timestamp at time zone 'Europe/London' as begins,
      (${last}::date + 1)::timestamp at time zone 'Europe/London' as ends
  ),
  moved as (
    select type, 1 as payments, amount_pence as paid, 0 as refunded, 0 as disputed
    from order_payments, span where paid_at >= begins and paid_at < ends
    union all
    select o.type, 0, 0, r.amount_pence, 0
    from order_refunds r join orders o on o.id = r.order_id, span
    where r.state = 'succeeded' and r.discrepancy_id is null
      and coalesce(r.settled_at, r.requested_at) >= begins and coalesce(r.settled_at, r.requested_at) < ends
    union all
    select type, 0, 0, 0, amount_pence from order_dispute_amounts, span where opened_at >= begins and opened_at < ends
  )
  select type, sum(payments) as payments, sum(paid) as paid_pence, sum(refunded) as refunded_pence,
    sum(disputed) as disputed_pence
  from moved group by type`

async function countRegister(sql: CamelSql) {
  const rows = await sql<{ status: string; entries: number }[]>`
    select status, sum(entries)::bigint as entries from register_totals where scope = 'all' group by status`
  return registerStatusNames.map((status) => ({
    status,
    entries: rows.find((row) => row.status === status)?.entries ?? 0,
  }))
}

async function listWaiting(sql: CamelSql, holds: Holds, now: Instant) {
  const [row] = await countWaiting(sql, { today: londonDay(new Date(now)), now })
  const works = Object.entries(waitingWork) as [keyof Counts, Work][]
  const allowed = await Promise.all(works.map(([, { permission }]) => holds(permission)))
  return works
    .filter((_, index) => allowed[index])
    .map(
      ([
        counted,
        {
          words: [one, several],
          href,
          note = null,
        },
      ]) => ({
        label: row![counted] === 1 ? one : several,
        count: row![counted],
        href,
        note: typeof note === 'function' ? note(row!) : note,
      }),
    )
}

type Counts = {
  applications: number
  /** Listings that wait until it is known who applies. */
  unproven: number
  /** Approved automatically, sampled, and not yet looked at. */
  sampled: number
  proposed: number
  /** With accepted evidence that has expired and was not replaced. */
  expired: number
  letters: number
  complaints: number
  concerns: number
  appeals: number
  discrepancies: number
  disputes: number
  failedMails: number
  failedJobs: number
}
type WaitingRow = Counts & {
  oldestApplication: Instant | null
  /** Nobody has started on them in the promised time. */
  overdueConcerns: number
  /** The first day by which a dispute has to be answered. */
  disputeDueBy: Day | null
}

/** A job that is at its last attempt has not failed yet. */
const countWaiting = (sql: CamelSql, { today, now }: { today: Day; now: Instant }) => sql<WaitingRow[]>`
  select
    (select count(*) from applications where status = 'submitted' and withdrawn_at is null) as applications,
    (select min(submitted_at) from applications where status = 'submitted' and withdrawn_at is null) as oldest_application,
    (select count(*) from orders where waits_since is not null) as unproven,
    (select count(*) from application_samples where looked_at is null) as sampled,
    (select count(*) from proposed_changes p join applications a on a.id = p.application_id
     where p.state = 'open' and a.status = 'approved' and a.withdrawn_at is null) as proposed,
    (select count(distinct s.id) from accepted_evidence e
     join assessments s on s.application_id = e.application_id and s.status <> 'decided'
     join assessment_criteria c on c.assessment_id = s.id and c.criterion_id = e.criterion_id
     where e.last_day < ${today}::date and c.state in ('wanted', 'more-needed')) as expired,
    (select count(*) from submissions where state = 'new') as letters,
    (select count(*) from complaints where closed_at is null) as complaints,
    (select count(*) from concerns where settled_at is null) as concerns,
    (select count(*) from concerns where state = 'received' and promised_at < ${now}::timestamptz) as overdue_concerns,
    (select count(*) from appeals where settled_at is null) as appeals,
    (select count(*) from payment_discrepancies where settled_at is null) as discrepancies,
    (select count(*) from order_disputes where ended_at is null) as disputes,
    (select min(due_by) from order_disputes where ended_at is null and status like '%needs_response') as dispute_due_by,
    (select count(*) from mails where state = 'failed') as failed_mails,
    (select count(*) from graphile_worker.jobs where attempts >= max_attempts and locked_at is null) as failed_jobs`

type Work = {
  permission: Permission
  words: [one: string, several: string]
  href: string
  note?: string | ((row: WaitingRow) => string | null)
}

/** In the order of the page. */
const waitingWork: Record<keyof Counts, Work> = {
  applications: {
    permission: 'review',
    words: ['application to decide', 'applications to decide'],
    href: adminHref('queue'),
    note: ({ oldestApplication }) => oldestApplication && `The oldest came in on ${londonDateOf(oldestApplication)}`,
  },
  unproven: {
    permission: 'review',
    words: ['identity to confirm', 'identities to confirm'],
    href: adminHref('queue', { status: 'identity' }),
    note: 'Paid but not published yet',
  },
  sampled: {
    permission: 'review',
    words: ['sampled application to look at', 'sampled applications to look at'],
    href: adminHref('queue', { status: 'sampled' }),
    note: 'Approved by the registry, and chosen at random or similar to a refused application',
  },
  proposed: {
    permission: 'review',
    words: ['change to decide', 'changes to decide'],
    href: adminHref('queue', { status: 'proposed' }),
    note: 'Proposed by applicants for events that are paid for',
  },
  expired: {
    permission: 'assess',
    words: ['assessment with evidence expired', 'assessments with evidence expired'],
    href: adminHref('assessments', { view: 'expired' }),
    note: 'It was accepted, and there is no new document yet',
  },
  letters: {
    permission: 'correspondence',
    words: ['new submission', 'new submissions'],
    href: adminHref('submissions', { kind: 'enquiries' }),
    note: 'Enquiries, leads, sign-ups and reservations',
  },
  concerns: {
    permission: 'concerns',
    words: ['open concern', 'open concerns'],
    href: adminHref('adminConcerns'),
    note: ({ overdueConcerns }) => (overdueConcerns > 0 ? `${overdueConcerns} not started in the promised time` : null),
  },
  appeals: { permission: 'concerns', words: ['open appeal', 'open appeals'], href: adminHref('adminAppeals') },
  complaints: {
    permission: 'correspondence',
    words: ['open complaint', 'open complaints'],
    href: adminHref('adminComplaints'),
  },
  discrepancies: {
    permission: 'money',
    words: ['payment to settle', 'payments to settle'],
    href: adminHref('payments'),
    note: 'Paid twice, or not the amount that we asked for',
  },
  disputes: {
    permission: 'money',
    words: ['open dispute', 'open disputes'],
    href: adminHref('payments', { view: 'disputes' }),
    note: ({ disputeDueBy }) => disputeDueBy && `Answer by ${londonDateOf(disputeDueBy)}`,
  },
  failedMails: {
    permission: 'mail',
    words: ['email not sent', 'emails not sent'],
    href: adminHref('mailbox', { state: 'failed' }),
  },
  failedJobs: {
    permission: 'mail',
    words: ['job failed', 'jobs failed'],
    href: adminHref('jobs', { state: 'failed' }),
  },
}
