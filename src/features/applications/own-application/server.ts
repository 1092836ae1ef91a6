import { type CamelSql, camel } from '#database/camel.ts'
import { appealableUntil } from '#domain/appeals.ts'
import type { ApplicationFacts } from '#domain/application-facts.ts'
import { applicationState } from '#domain/application-state.ts'
import { yearBefore } from '#domain/calendar-day.ts'
import { products } from '#domain/catalogue.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { firstMomentOf } from '#domain/london-moments.ts'
import { londonDay } from '#domain/london-time.ts'
import { maskEmail } from '#domain/mail-address.ts'
import { medianOf } from '#domain/median.ts'
import { afterOfficeHours, promisedHours } from '#domain/office-hours.ts'
import { eventDraftOf, organisationOf, readDraft } from '#features/applications/rules.ts'
import { type Organisation, stepProblems } from '#features/applications/schema.ts'
import { medianToAssessment, medianToDecision } from '#features/applications/server/decision-times.ts'
import { findOrganisation } from '#features/applications/server/queries.ts'
import { readProgress } from '#features/assessments/evidence/server/read-progress.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import { runForPage } from '#requests/form-post.ts'
import type { FormRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { type FieldFailure, isFailure, statusOfFailure } from '#wire/failure.ts'
import { type ChangeableRow, readChangeable } from './queries.ts'
import { closedOf, draftOf, wayToChange } from './rules.ts'
import { changeApplication as changeCommand, proposeChange, withdrawApplication } from './server/api.ts'
import { findOwn, type OwnRow } from './server/find-own.ts'
import { stepsOf } from './steps.ts'

/** What its applicant can still change; nothing for a browser that may not act for it, and where there is none. */
async function findChangeable(sql: CamelSql, visitor: Visitor, applicationId: string): Promise<ChangeableRow | null> {
  const isOwn = isUuid(applicationId) && (await visitor.isOwnerOf(applicationId))
  const [row] = isOwn ? await readChangeable(sql, { applicationId }) : []
  return row ?? null
}

/** How far an application has come: for the browser that may act for it. */
const ownPage = page('myApplication', {
  commands: {
    withdraw: {
      ...withdrawApplication,
      done: {},
      order: ['reason'],
      leadsTo: (_: unknown, { params }: FormRequest) =>
        href('myApplication', { appId: params.appId! }, { done: 'withdrawn' }),
    },
  },
  load: async ({ params: { appId }, query, visitor, sql, services, refused, typed }) => {
    const changeable = await findChangeable(sql, visitor, appId)
    if (!changeable) return { kind: 'not-yours' as const, appId }
    const applicationId = appId
    const [own] = await findOwn(sql.raw, { applicationId })
    if (!own) return { kind: 'not-yours' as const, appId }
    const [steps, changes, [proposal = null], [refusedBy]] = await Promise.all([
      readSteps(services, own, changeable),
      // What the applicant has corrected, oldest first; empty texts were erased.
      sql<{ at: string; lines: string }[]>`
        select written_at as at, text as lines from application_remarks
        where application_id = ${applicationId}::uuid and kind = 'changed'
        order by id`,
      // What was proposed last, and what became of it.
      sql<
        {
          lines: string
          state: 'open' | 'accepted' | 'refused'
          proposedAt: string
          decidedAt: string | null
          reason: string
        }[]
      >`
        select changes as lines, state, proposed_at, decided_at, reason from proposed_changes
        where application_id = ${applicationId}::uuid
        order by proposed_at desc limit 1`,
      own.assessment === 'refused' ? findRefusal(sql, { applicationId }) : [],
    ])
    const { decision, decidedAt, decisionReason } = own
    const refusal =
      decision === 'rejected' && decidedAt ? { decidedAt, reason: decisionReason ?? '', unmet: [] } : refusedBy
    const appealUntil = refusal && appealableUntil(refusal.decidedAt)
    const closed = closedOf(changeable)
    const asksToWithdraw = refused || query.has('withdraw')
    return {
      kind: 'found' as const,
      appId,
      reference: own.reference,
      title: own.title || own.reference,
      organisation: own.organisation,
      status: own.status,
      state: stateOf(own, services),
      steps,
      /** Why it was not approved or not accredited, with the criteria that are not met, and the last moment to appeal. */
      refusal: refusal
        ? { reason: refusal.reason, unmet: refusal.unmet, appealUntil: appealUntil!.toISOString() }
        : null,
      mayAppeal: appealUntil !== undefined && appealUntil > services.now(),
      changes,
      closed,
      /** How it can be changed; null where it cannot. */
      way: wayToChange(changeable),
      proposal,
      /** Our emails do not arrive: why, at which address, and whether the applicant may still correct it here. Null where they do. */
      unreached: own.suppression && {
        cause: own.suppression,
        address: maskEmail(own.email),
        mayCorrect: closed === null && !changeable.isShared,
      },
      /** What was done just now; the address is only believed where the records say the same. */
      done: doneIn(query, { withdrawn: own.is_withdrawn, changed: changes.length > 0, proposed: proposal !== null }),
      /** Asks once more before the application is withdrawn, with what was typed and why it was not done. */
      withdrawal:
        closed || !asksToWithdraw
          ? null
          : { reason: typed.reason ?? '', problem: refused && (refused.fields?.[0]?.message ?? refused.message) },
    }
  },
  status: ({ kind }) => (kind === 'not-yours' ? 404 : null),
})

export const myApplication: typeof ownPage = {
  ...ownPage,
  // The command names its application by the path of the call.
  act: (request) => ownPage.act!({ ...request, params: { ...request.params, id: request.params.appId! } }),
}

function doneIn<Done extends string>(query: URLSearchParams, isTrue: Readonly<Record<Done, boolean>>): Done | null {
  const done = query.get('done') as Done
  return isTrue[done] ? done : null
}

function stateOf(own: ApplicationFacts, { brand, now }: Services) {
  return applicationState(own, brand.accreditAfter, londonDay(now()))
}

/** Of the assessment that has refused it: the reason of the decision, and the criteria that are not met, in their order. */
const findRefusal = (sql: CamelSql, { applicationId }: { applicationId: string }) => sql<
  { decidedAt: string; reason: string; unmet: { name: string; reason: string }[] }[]
>`
  select s.decided_at,
    coalesce(
      (select reason from assessment_steps where assessment_id = s.id and step = 'decided' order by id desc limit 1), ''
    ) as reason,
    coalesce((
      select json_agg(json_build_object('name', asked.criterion ->> 'name', 'reason', j.reason) order by asked.place)
      from criteria_versions as v
      cross join jsonb_array_elements(v.criteria) with ordinality as asked (criterion, place)
      join assessment_criteria as j on j.assessment_id = s.id and j.criterion_id = asked.criterion ->> 'id'
      where v.version = s.criteria_version and j.verdict = 'not-met'
    ), '[]') as unmet
  from assessments as s
  join appealable_decisions as d on d.assessment_id = s.id
  where d.application_id = ${applicationId}::uuid`

/** The steps of an application as they are now. */
async function readSteps(services: Services, own: OwnRow, { withdrawnAt, factsChangedAt }: ChangeableRow) {
  const { sql } = services
  const now = services.now()
  const period = { from: firstMomentOf(yearBefore(londonDay(now))), until: now.toISOString() }
  const [{ assessment: assessed, ...evidence }, [decision], [assessment]] = await Promise.all([
    readProgress(sql, own.id),
    medianToDecision(sql, period),
    medianToAssessment(sql, period),
  ])
  const { decision: kind, decidedAt: at, isByRegistry, evidenceAt, assessmentDecidedAt, answerUntil, ...rest } = own
  return stepsOf({
    ...rest,
    state: stateOf(own, services),
    withdrawnAt,
    decision: kind && at ? { kind, at, isByRegistry: isByRegistry === true } : null,
    // What was changed after its approval is submitted again: the promise counts from then.
    answerDue: afterOfficeHours(new Date(factsChangedAt ?? own.submittedAt), promisedHours.application).toISOString(),
    listingPence: products.listing.pence,
    evidence: { ...evidence, sentAt: evidenceAt },
    assessment: { ...assessed, decidedAt: assessmentDecidedAt, answerUntil },
    medians: { decision: medianOf(decision), assessment: medianOf(assessment) },
    promisedHours: promisedHours.application,
    now,
  })
}

/** The form of a correction, with what was sent. */
const changePage = page('changeApplication', {
  load: async ({ params: { appId }, visitor, sql, services, typed }) => {
    const row = await findChangeable(sql, visitor, appId)
    if (!row) return { kind: 'not-yours' as const, appId }
    const { reference, revision, status } = row
    const way = wayToChange(row)
    if (!way) return { kind: 'closed' as const, appId, reference, closed: closedOf(row)! }
    const [organisation] = await findOrganisation(services.sql, { id: row.organisationId })
    const isPosted = Object.keys(typed).length > 0
    const problems: FieldFailure[] = []
    return {
      kind: 'form' as const,
      appId,
      reference,
      revision: isPosted ? Number(typed.revision) : revision,
      draft: isPosted ? readDraft(typed as Record<string, string>) : draftOf(organisation!, row.eventDraft),
      /** What a change of the event's facts leads to is said before it is made. */
      isApproved: status === 'approved',
      way,
      problems,
      /** Why it could not be stored. */
      failure: null as string | null,
    }
  },
  status: ({ kind }) => (kind === 'not-yours' ? 404 : kind === 'closed' ? 409 : null),
})

/** Of a form that asks for the event alone; null where it is not this browser's. */
async function organisationAsSent({ visitor, services, params }: FormRequest): Promise<Organisation | null> {
  const row = await findChangeable(camel(services.sql), visitor, params.appId!)
  const [stored] = row ? await findOrganisation(services.sql, { id: row.organisationId }) : []
  if (!stored) return null
  const { id: _, ...organisation } = stored
  return organisation
}

export const changeApplication: typeof changePage = {
  ...changePage,
  act: async (request) => {
    const { form, params } = request
    const { appId } = params
    const draft = readDraft(form)
    const revision = Number(form.revision)
    if (!isUuid(appId)) return await changePage.load(request)
    const isProposal = form.intent === 'propose'
    const problems = stepProblems(isProposal || form.intent === 'event' ? 'event' : 'review', draft)
    if (problems.length > 0) return await again(request, { problems }, 422)
    const own = { ...request, params: { id: appId } }
    const outcome = isProposal
      ? await runForPage(proposeChange, own, { revision, eventDraft: eventDraftOf(draft) })
      : await runForPage(changeCommand, own, {
          revision,
          organisation: form.intent === 'event' ? await organisationAsSent(request) : organisationOf(draft),
          eventDraft: eventDraftOf(draft),
        })
    if (isFailure(outcome)) return await again(request, { failure: outcome.message }, statusOfFailure[outcome.failure])
    const to = href('myApplication', { appId }, { done: isProposal ? 'proposed' : 'changed' })
    return { kind: 'redirect', to, status: 303 }
  },
}

type ChangeAnswer = Awaited<ReturnType<typeof changePage.load>>

/** The form with what was typed, and why it was not stored. */
async function again(
  request: FormRequest,
  why: { problems?: FieldFailure[]; failure?: string },
  status: number,
): Promise<ChangeAnswer> {
  const answer = await changePage.load(request)
  if (answer.kind !== 'page' || answer.data.kind !== 'form') return answer
  return { ...answer, status, data: { ...answer.data, ...why } }
}
