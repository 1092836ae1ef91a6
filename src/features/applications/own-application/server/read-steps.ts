import { applicationState } from '#domain/application-state.ts'
import { yearBefore } from '#domain/calendar-day.ts'
import { products } from '#domain/catalogue.ts'
import { firstMomentOf } from '#domain/london-moments.ts'
import { londonDay } from '#domain/london-time.ts'
import { medianOf } from '#domain/median.ts'
import { afterOfficeHours, promisedHours } from '#domain/office-hours.ts'
import { medianToAssessment, medianToDecision } from '#features/applications/server/decision-times.ts'
import { readProgress } from '#features/assessments/evidence/server/read-progress.ts'
import type { Services } from '#requests/services.ts'
import { type Step, stepsOf } from '../steps.ts'
import { type OwnRow, readChangeable } from './queries.ts'

/** The steps of an application as they are now. */
export async function readSteps(services: Services, own: OwnRow): Promise<Step[]> {
  const { sql, brand } = services
  const now = services.now()
  const period = { from: firstMomentOf(yearBefore(londonDay(now))), until: now.toISOString() }
  const [{ assessment: assessed, ...evidence }, [changeable], [decision], [assessment]] = await Promise.all([
    readProgress(sql, own.id),
    readChangeable(sql, { applicationId: own.id }),
    medianToDecision(sql, period),
    medianToAssessment(sql, period),
  ])
  return stepsOf({
    state: applicationState(own, brand.accreditAfter, londonDay(now)),
    submittedAt: own.submitted_at,
    withdrawnAt: changeable!.withdrawn_at,
    confirmedAt: own.confirmed_at,
    decision:
      own.decision && own.decided_at
        ? { kind: own.decision, at: own.decided_at, isByRegistry: own.is_by_registry === true }
        : null,
    isAsked: own.is_asked,
    answerDue: afterOfficeHours(new Date(own.submitted_at), promisedHours.application).toISOString(),
    paidAt: own.paid_at,
    listingPence: products.listing.pence,
    publishedAt: own.published_at,
    evidence: { ...evidence, sentAt: own.evidence_at },
    assessment: {
      ...assessed,
      decidedAt: own.assessment_decided_at,
      answerUntil: own.answer_until,
    },
    medians: { decision: medianOf(decision), assessment: medianOf(assessment) },
    promisedHours: promisedHours.application,
    now,
  })
}
