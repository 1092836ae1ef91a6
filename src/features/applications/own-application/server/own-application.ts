import { appealableUntil } from '#domain/appeals.ts'
import { applicationState } from '#domain/application-state.ts'
import { yearBefore } from '#domain/calendar-day.ts'
import { products } from '#domain/catalogue.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { firstMomentOf } from '#domain/london-moments.ts'
import { londonDay } from '#domain/london-time.ts'
import { maskEmail } from '#domain/mail-address.ts'
import { medianOf } from '#domain/median.ts'
import { afterOfficeHours, promisedHours } from '#domain/office-hours.ts'
import { medianToAssessment, medianToDecision } from '#features/applications/server/decision-times.ts'
import { readProgress } from '#features/assessments/evidence/server/read-progress.ts'
import { href } from '#pages.ts'
import { formPost } from '#requests/form-post.ts'
import { type Action, handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { problemOf } from '#wire/form.ts'
import { closedOf, wayToChange } from '../rules.ts'
import type { OwnApplicationData } from '../state.ts'
import { type Step, stepsOf } from '../steps.ts'
import { isTheirs, withdrawApplication } from './api.ts'
import { findProposal, findRefusal, listChanges, type OwnRow, readChangeable, readOwn } from './queries.ts'

type Found = Extract<OwnApplicationData, { kind: 'found' }>

/** How far an application has come: for the browser that may act for it, and the same door for all others. */
async function ownPage(
  { params, query, visitor, services }: PageRequest,
  withdrawal: Found['withdrawal'] = null,
): Promise<PageAnswer<OwnApplicationData> & { kind: 'page' }> {
  const appId = params.appId!
  const isOwn = isUuid(appId) && (await isTheirs(visitor, appId))
  const [own] = isOwn ? await readOwn(services.sql, { applicationId: appId }) : []
  if (!own) return { kind: 'page', status: 404, data: { kind: 'not-yours', appId } }
  const [steps, changes, [changeable], [proposal], [refused]] = await Promise.all([
    readSteps(services, own),
    listChanges(services.sql, { applicationId: appId }),
    readChangeable(services.sql, { applicationId: appId }),
    findProposal(services.sql, { applicationId: appId }),
    own.assessment === 'refused' ? findRefusal(services.sql, { applicationId: appId }) : [],
  ])
  const decided =
    own.decision === 'rejected' && own.decided_at
      ? { decided_at: own.decided_at, reason: own.decision_reason ?? '', unmet: [] }
      : refused
  const closed = closedOf(changeable!)
  const done = query.get('done')
  return {
    kind: 'page',
    data: {
      kind: 'found',
      appId,
      reference: own.reference,
      title: own.title || own.reference,
      organisation: own.organisation,
      status: own.status,
      state: applicationState(own, services.brand.accreditAfter, londonDay(services.now())),
      steps,
      refusal: decided
        ? {
            reason: decided.reason,
            unmet: decided.unmet,
            appealUntil: appealableUntil(decided.decided_at).toISOString(),
          }
        : null,
      mayAppeal: decided !== undefined && appealableUntil(decided.decided_at) > services.now(),
      changes,
      closed,
      way: wayToChange(changeable!),
      proposal: proposal ?? null,
      unreached: own.suppression && {
        cause: own.suppression,
        address: maskEmail(own.email),
        mayCorrect: closed === null && !changeable!.is_shared,
      },
      // The address is only believed where the books say the same.
      done:
        done === 'withdrawn' && own.is_withdrawn
          ? done
          : (done === 'changed' && changes.length > 0) || (done === 'proposed' && proposal)
            ? done
            : null,
      withdrawal: closed ? null : (withdrawal ?? (query.has('withdraw') ? { reason: '', problem: null } : null)),
    },
  }
}

const act: Action<OwnApplicationData> = formPost<OwnApplicationData, typeof withdrawApplication>(withdrawApplication, {
  input: ({ form }) => ({ reason: form.reason ?? '' }),
  done: (_, { params }) => href('myApplication', { appId: params.appId! }, { done: 'withdrawn' }),
  again: async (request, { problems, notice }) =>
    await ownPage(request, {
      reason: request.form.reason ?? '',
      problem: problemOf(problems, 'reason') ?? notice,
    }),
})

export const myApplication = handler<OwnApplicationData>({
  load: async (request) => await ownPage(request),
  act: async (request) => {
    const { appId } = request.params
    // The command names its application by the path of the call.
    return isUuid(appId) ? await act({ ...request, params: { appId, id: appId } }) : await ownPage(request)
  },
})

/** The steps of an application as they are now. */
async function readSteps(services: Services, own: OwnRow): Promise<Step[]> {
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
    // What was changed after its approval is submitted again: the promise counts from then.
    answerDue: afterOfficeHours(
      new Date(changeable!.facts_changed_at ?? own.submitted_at),
      promisedHours.application,
    ).toISOString(),
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
