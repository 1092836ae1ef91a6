import type { CamelSql } from '#database/camel.ts'
import { yearBefore } from '#domain/calendar-day.ts'
import { firstMomentOf, londonDay } from '#domain/london-time.ts'
import { fewestCases, medianOf } from '#domain/median.ts'
import { promisedHours } from '#domain/office-hours.ts'
import { pageTags } from '#domain/page-tags.ts'
import { type RegisterStatus, registerStatusNames } from '#domain/register-status.ts'
import { medianToAssessment, medianToDecision } from '#features/applications/server/queries.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { isAccreditedNow } from '#features/national-events/server/queries.ts'
import { page } from '#page/page.ts'

/**
 * Kept until the register, the national database or the partners change, and never longer than the day, because the service's figures are
 * those of the moment that the page names.
 */
export const howWeCount = page('howWeCount', {
  tags: [pageTags.register, pageTags.nationalEvents, pageTags.partners, pageTags.contentFlags],
  load: async ({ sql, now, services }) => {
    const until = londonDay(new Date(now))
    const from = yearBefore(until)
    const period = { from: firstMomentOf(from), until: now }
    const [[decision], [assessment], [applications], [enquiries], upheld, entries, [lists], claims] = await Promise.all(
      [
        medianToDecision(sql.raw, period),
        medianToAssessment(sql.raw, period),
        // Applications that a person has answered by a question or a decision, or whose promised time is over, and how many were answered within it.
        // Counting office hours costs more than all the rest, so the time that has passed, which is never less, is looked at first.
        // What the registry's confirmation approved at once is left out.
        sql<{ cases: number; of: number }[]>`
          select count(*) filter (
              where answered_at - submitted_at <= promised or office_time(submitted_at, answered_at) <= promised
            ) as cases, count(*) as of
          from (
            select a.submitted_at, least(d.decided_at, q.written_at) as answered_at, make_interval(hours => ${promisedHours.application}::integer) as promised
            from applications as a
            left join lateral (
              select decided_at, decided_by from application_decisions where application_id = a.id order by id limit 1
            ) as d on true
            left join lateral (
              select written_at from application_remarks where application_id = a.id and kind = 'asked' order by id limit 1
            ) as q on true
            where a.submitted_at >= ${period.from}::timestamptz and a.submitted_at < ${now}::timestamptz
              and not (d.decided_at is not null and d.decided_by is null)
          ) as answers
          where answered_at is not null
            or (${now}::timestamptz - submitted_at > promised and office_time(submitted_at, ${now}::timestamptz) > promised)`,
        // Answered means marked as done.
        sql<{ cases: number; of: number }[]>`
          select count(*) filter (
              where state = 'done' and (handled_at - received_at <= promised or office_time(received_at, handled_at) <= promised)
            ) as cases, count(*) as of
          from contact_enquiries, make_interval(hours => ${promisedHours.general}::integer) as promised
          where received_at >= ${period.from}::timestamptz and received_at < ${now}::timestamptz
            and (state = 'done'
              or (${now}::timestamptz - received_at > promised and office_time(received_at, ${now}::timestamptz) > promised))`,
        // What was closed without a finding is left out.
        sql<{ kind: 'concerns' | 'complaints' | 'appeals'; cases: number; of: number }[]>`
          select 'concerns' as kind, count(*) filter (where state = 'upheld') as cases, count(*) as of
          from concerns
          where settled_at >= ${period.from}::timestamptz and settled_at < ${now}::timestamptz and state <> 'closed'
          union all
          select 'complaints', count(*) filter (where is_upheld), count(*)
          from complaints
          where closed_at >= ${period.from}::timestamptz and closed_at < ${now}::timestamptz and is_upheld is not null
          union all
          select 'appeals', count(*) filter (where state = 'upheld'), count(*)
          from appeals
          where settled_at >= ${period.from}::timestamptz and settled_at < ${now}::timestamptz`,
        countRegister(sql),
        sql<{ upcoming: number; national: number; nationalAccredited: number; partners: number }[]>`
          select
            (select coalesce(sum(entries), 0)::bigint from register_days where status = 'active' and sort_on >= ${until}::date) as upcoming,
            (select coalesce(sum(events), 0)::bigint from national_event_counts) as national,
            (select count(*) from national_events where ${isAccreditedNow(sql.raw)}) as national_accredited,
            (select count(*) from partners where active) as partners`,
        readClaims(services, ['home-figures', 'quick-apply-figures']),
      ],
    )
    const upheldOf = (kind: (typeof upheld)[number]['kind']) => shareOf(upheld.find((row) => row.kind === kind))
    return {
      countedAt: now,
      /** The first and the last day of the twelve months. */
      from,
      until,
      claims: [...claims['home-figures'], ...claims['quick-apply-figures']],
      live: { ...lists!, entries },
      service: {
        decision: medianOf(decision),
        assessment: medianOf(assessment),
        applicationsInTime: shareOf(applications),
        enquiriesInTime: shareOf(enquiries),
        concernsUpheld: upheldOf('concerns'),
        complaintsUpheld: upheldOf('complaints'),
        appealsUpheld: upheldOf('appeals'),
      },
    }
  },
})

/** How many entries have each status, those that none has included. */
export async function countRegister(sql: CamelSql) {
  const rows = await sql<{ status: RegisterStatus; entries: number }[]>`
    select status, sum(entries)::bigint as entries from register_totals where scope = 'all' group by status`
  return registerStatusNames.map((status) => ({
    status,
    entries: rows.find((row) => row.status === status)?.entries ?? 0,
  }))
}

export type Share = { cases: number; of: number }

function shareOf(row: Share | undefined): Share | null {
  return row && row.of >= fewestCases ? { cases: row.cases, of: row.of } : null
}
