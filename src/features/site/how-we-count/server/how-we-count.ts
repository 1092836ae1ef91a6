import { yearBefore } from '#domain/calendar-day.ts'
import { firstMomentOf } from '#domain/london-moments.ts'
import { londonDay } from '#domain/london-time.ts'
import { fewestCases, medianOf } from '#domain/median.ts'
import { promisedHours } from '#domain/office-hours.ts'
import { pageTags } from '#domain/page-tags.ts'
import { registerStatusNames } from '#domain/register-status.ts'
import { medianToAssessment, medianToDecision } from '#features/applications/server/decision-times.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { keptHandler } from '#requests/page-loader.ts'
import type { HowWeCountData, Share } from '../rules.ts'
import { answeredApplications, answeredEnquiries, countEntries, countLists, countUpheld } from './queries.ts'

/**
 * What every figure of the site counts, and the figures of the public service over the last twelve months. Kept until the register, the
 * national database or the partners change, and never longer than the day: the service's figures are those of the moment that it names.
 */
export const howWeCount = keptHandler<HowWeCountData>({
  load: async ({ services }) => {
    const { sql, now } = services
    const counted = now()
    const until = londonDay(counted)
    const from = yearBefore(until)
    const period = { from: firstMomentOf(from), until: counted.toISOString() }
    const [[decision], [assessment], [applications], [enquiries], upheld, byStatus, [lists], claims] =
      await Promise.all([
        medianToDecision(sql, period),
        medianToAssessment(sql, period),
        answeredApplications(sql, { ...period, hours: promisedHours.application }),
        answeredEnquiries(sql, { ...period, hours: promisedHours.general }),
        countUpheld(sql, period),
        countEntries(sql),
        countLists(sql, { today: until }),
        readClaims(services, ['home-figures', 'quick-apply-figures']),
      ])
    const upheldOf = (kind: (typeof upheld)[number]['kind']) => shareOf(upheld.find((row) => row.kind === kind))
    return {
      kind: 'page',
      data: {
        countedAt: period.until,
        from,
        until,
        claims: [...claims['home-figures'], ...claims['quick-apply-figures']],
        live: {
          ...lists!,
          entries: registerStatusNames.map((status) => ({
            status,
            entries: byStatus.find((row) => row.status === status)?.entries ?? 0,
          })),
        },
        service: {
          decision: medianOf(decision),
          assessment: medianOf(assessment),
          applicationsInTime: shareOf(applications),
          enquiriesInTime: shareOf(enquiries),
          concernsUpheld: upheldOf('concerns'),
          complaintsUpheld: upheldOf('complaints'),
          appealsUpheld: upheldOf('appeals'),
        },
      },
      tags: [pageTags.register, pageTags.nationalEvents, pageTags.partners, pageTags.contentFlags],
    }
  },
})

function shareOf(row: Share | undefined): Share | null {
  return row && row.of >= fewestCases ? { cases: row.cases, of: row.of } : null
}
