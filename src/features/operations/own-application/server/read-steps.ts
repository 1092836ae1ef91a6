import { applicationState } from '../../../../domain/application-state.ts'
import { products } from '../../../../domain/catalogue.ts'
import { firstMomentOf } from '../../../../domain/london-moments.ts'
import { londonDay } from '../../../../domain/london-time.ts'
import { afterOfficeHours } from '../../../../domain/office-hours.ts'
import type { Services } from '../../../../requests/services.ts'
import { criteriaFor } from '../../../assessments/criteria/criterion.ts'
import { assessedEvent, isAnswered } from '../../../assessments/evidence/rules.ts'
import { findRoom, listCriterionStates } from '../../../assessments/evidence/server/room-queries.ts'
import { promisedHours } from '../../../site/contact/rules.ts'
import { medianOf, yearBefore } from '../../../site/how-we-count/rules.ts'
import { medianToAssessment, medianToDecision } from '../../../site/how-we-count/server/queries.ts'
import { type Step, stepsOf } from '../steps.ts'
import { type OwnRow, readChangeable } from './queries.ts'

/** The steps of an application as they are now. */
export async function readSteps(services: Services, own: OwnRow): Promise<Step[]> {
  const { sql, brand } = services
  const now = services.now()
  const period = { from: firstMomentOf(yearBefore(londonDay(now))), until: now.toISOString() }
  const [[room], [changeable], [decision], [assessment]] = await Promise.all([
    findRoom(sql, { applicationId: own.id }),
    readChangeable(sql, { applicationId: own.id }),
    medianToDecision(sql, period),
    medianToAssessment(sql, period),
  ])
  const states = await listCriterionStates(sql, { assessmentId: room!.assessment_id })
  const stateOf = (id: string) => states.find(({ criterion_id }) => criterion_id === id)?.state ?? 'wanted'
  const needed = criteriaFor(room!.criteria, assessedEvent(room!.event_draft)).filter(({ level }) => level === 'must')
  return stepsOf({
    state: applicationState(own, brand.accreditAfter),
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
    evidence: {
      wanted: needed.length,
      answered: needed.filter(({ id }) => isAnswered(stateOf(id))).length,
      moreNeeded: states.filter(({ state }) => state === 'more-needed').length,
      sentAt: own.evidence_at,
    },
    assessment: {
      status: room!.assessment_status,
      outcome: room!.outcome,
      decidedAt: own.assessment_decided_at,
      answerUntil: own.answer_until,
    },
    medians: { decision: medianOf(decision), assessment: medianOf(assessment) },
    promisedHours: promisedHours.application,
    now,
  })
}
