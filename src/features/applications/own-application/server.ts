import { type } from 'arktype'
import { camel } from '#database/camel.ts'
import { appealableUntil } from '#domain/appeals.ts'
import type { ApplicationFacts } from '#domain/application-facts.ts'
import { applicationState, takesCalls } from '#domain/application-state.ts'
import { dayAfter, yearBefore } from '#domain/calendar-day.ts'
import { callStart } from '#domain/call-times.ts'
import { products } from '#domain/catalogue.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { backDays } from '#domain/listing-term.ts'
import { firstMomentOf, londonDay } from '#domain/london-time.ts'
import { maskEmail } from '#domain/mail-address.ts'
import { medianOf } from '#domain/median.ts'
import { pounds } from '#domain/money.ts'
import { afterOfficeHours, promisedHours } from '#domain/office-hours.ts'
import { isOver } from '#domain/open-decisions.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { isVatIn, vatTreatment } from '#domain/vat.ts'
import { readDraft } from '#features/applications/rules.ts'
import { eventDraftSchema, organisationSchema, stepProblems } from '#features/applications/schema.ts'
import { eventDraftOf, organisationOf } from '#features/applications/sent-draft.ts'
import { findOrganisation, medianToAssessment, medianToDecision } from '#features/applications/server/queries.ts'
import { listOwnConditions, readProgress } from '#features/assessments/evidence/server/queries.ts'
import { findLastCall } from '#features/assessments/server/queries.ts'
import { listDocuments } from '#features/payments/documents/server/queries.ts'
import { sumPaidOrders } from '#features/payments/ledger/server/sum-movements.ts'
import { listOrders } from '#features/payments/server/queries.ts'
import { isRenewalUnpaid, shownOrder } from '#features/payments/server/read-orders.ts'
import { endings, readRenewing } from '#features/payments/subscriptions/server/end-or-cancel.ts'
import { defaultLook } from '#features/register/badge-look.ts'
import { badgeCode } from '#features/register/server/badge-code.ts'
import { command, did, outsideCommand } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'
import type { FormRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { shownProof } from '#wire/entry-proof.ts'
import { isFailure } from '#wire/failure.ts'
import { refuse } from '#wire/field-failures.ts'
import { nextStep } from './next-step.ts'
import { asApplicant, type ChangeableRow, findChangeable, findConfirmation, findOwn, type OwnRow } from './queries.ts'
import { closedOf, draftOf, ownLimit, wayToChange } from './rules.ts'
import { correctOwn } from './server/change-application.ts'
import { proposeChange } from './server/propose-change.ts'
import { withdrawOwn, withdrawSchema } from './server/withdraw-application.ts'
import { stepsOf } from './steps.ts'

const ofOwn = { permission: 'owner', params: { appId: isUuid }, limit: ownLimit } as const

const ownPath =
  (done: string) =>
  (_: unknown, { params }: FormRequest) =>
    href('myApplication', { appId: params.appId! }, { done })

const withdraw = outsideCommand({
  ...ofOwn,
  schema: withdrawSchema,
  run: ({ params, ...given }) => withdrawOwn(params.appId, given),
  leadsTo: ownPath('withdrawn'),
})

export const myApplication = page('myApplication', {
  commands: { withdraw, ...endings },
  load: async ({ params: { appId }, query, visitor, sql, services, refused, typed }) => {
    const changeable = await findChangeable(sql, visitor, appId)
    if (!changeable) return { kind: 'not-yours' as const, appId }
    const applicationId = appId
    const [own] = await findOwn(sql, { applicationId })
    if (!own) return { kind: 'not-yours' as const, appId }
    const [
      progress,
      changes,
      [proposal = null],
      [refusedBy],
      orders,
      entry,
      [call = null],
      conditions,
      metConditions,
      documents,
      [paid],
    ] = await Promise.all([
      readProgress(sql.raw, applicationId),
      // Oldest first; empty texts were erased.
      sql<{ at: string; lines: string }[]>`
        select written_at as at, text as lines from application_remarks
        where application_id = ${applicationId}::uuid and kind = 'changed'
        order by id`,
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
      // Of the assessment that has refused it.
      own.assessment === 'refused'
        ? sql<{ decidedAt: string; reason: string; unmet: { name: string; reason: string }[] }[]>`
            select s.decided_at,
              coalesce((
                select reason from assessment_steps where assessment_id = s.id and step = 'decided' order by id desc limit 1
              ), '') as reason,
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
        : [],
      listOrders(sql.raw, { applicationId }),
      readEntry(services, own),
      findLastCall(sql, { applicationId }),
      listOwnConditions(sql, { applicationId, today: londonDay(services.now()) }),
      sql<{ id: string; text: string; metAt: Instant }[]>`
        select c.id, c.text, c.met_at
        from assessment_conditions as c join assessments as s on s.id = c.assessment_id
        where s.application_id = ${applicationId}::uuid and c.met_at is not null
        order by c.met_at, c.id`,
      listDocuments(sql.raw, { applicationId }),
      sumPaidOrders(sql.raw, { applicationId }),
    ])
    const { listing, services: monthly, cancelled } = await readRenewing(sql, applicationId, services)
    const toConfirm = listing && own.number ? await findConfirmation(sql, applicationId, listing, services.now()) : null
    const { steps, answerDue } = await readSteps(services, own, changeable, progress)
    const { decision, decidedAt, decisionReason } = own
    const refusal =
      decision === 'rejected' && decidedAt ? { decidedAt, reason: decisionReason ?? '', unmet: [] } : refusedBy
    const appealUntil = refusal && appealableUntil(refusal.decidedAt)
    const mayAppeal = appealUntil !== undefined && appealUntil > services.now()
    const closed = closedOf(changeable)
    const way = wayToChange(changeable)
    const state = stateOf(own, services)
    const { assessment: assessed, ...evidence } = progress
    const asksToWithdraw = refused || query.has('withdraw')
    const isTrue = {
      withdrawn: own.isWithdrawn,
      changed: changes.length > 0,
      proposed: proposal !== null,
      'listing-ended': listing ? listing.isStopped : state.registerStatus === 'lapsed',
      'listing-cancelled': cancelled.some(({ type }) => type === 'listing'),
      'service-ended': monthly.every(({ canEnd }) => !canEnd),
      'service-cancelled': cancelled.some(({ type }) => type !== 'listing'),
      confirmed: listing !== null && toConfirm === null,
      edition: proposal !== null,
      company: toConfirm !== null,
    }
    const done = query.get('done') as keyof typeof isTrue
    return {
      kind: 'found' as const,
      appId,
      ...pickFields(own, 'reference', 'organisation', 'status'),
      title: own.title || own.reference,
      state,
      next: nextStep({
        appId,
        state,
        isConfirmed: own.confirmedAt !== null,
        isAsked: own.isAsked,
        appealUntil: mayAppeal ? appealUntil!.toISOString() : null,
        mayChange: way !== null,
        evidence,
        answerUntil: assessed.status === 'notice' ? own.answerUntil : null,
        isRenewalUnpaid: isRenewalUnpaid(orders),
        backUntil:
          own.lapsedOn && isOver(own.eventDay, londonDay(services.now())) ? dayAfter(own.lapsedOn, backDays) : null,
        confirmBy: toConfirm?.dueAt ?? null,
        isListed: listing !== null && own.number !== null,
        answerDue: own.decision ? null : answerDue,
        number: own.number,
      }),
      dates: {
        ...pickFields(own, 'submittedAt', 'eventDay', 'publishedAt', 'validUntil'),
        approvedAt: own.decision === 'approved' ? own.decidedAt : null,
      },
      entry,
      evidence,
      conditions,
      metConditions,
      orders: orders.map((order) => shownOrder(order, services)),
      totalPence: paid!.totalPence,
      documents,
      listing: listing && {
        ...listing,
        stoppedBy: toConfirm?.isStopped ? ('unconfirmed' as const) : listing.stoppedBy,
      },
      monthly,
      cancelled,
      listingPrice: listingPrice(services, own),
      /** Why nothing was ended. */
      endingProblem: refused && (typed.intent ?? '') in endings ? refused.message : null,
      hasBilling: own.hasCustomer,
      call: call && { day: call.day, time: call.time, isOver: callStart(call) <= services.now() },
      takesCalls: takesCalls(own),
      steps,
      refusal: refusal
        ? { reason: refusal.reason, unmet: refusal.unmet, appealUntil: appealUntil!.toISOString() }
        : null,
      mayAppeal,
      changes,
      closed,
      way,
      proposal,
      unreached: own.suppression && {
        cause: own.suppression,
        address: maskEmail(own.email),
        mayCorrect: closed === null && !changeable.isShared,
      },
      /** What the page's address says was done, where the records say the same. */
      done: isTrue[done] ? done : null,
      withdrawal:
        closed || !asksToWithdraw
          ? null
          : { reason: typed.reason ?? '', problem: refused && (refused.fields?.[0]?.message ?? refused.message) },
    }
  },
  status: ({ kind }) => (kind === 'not-yours' ? 404 : null),
})

/** '£49 a year including VAT', of what is paid today. */
function listingPrice({ brand, now }: Services, { vatNumber }: OwnRow): string {
  const vat = vatTreatment(brand.vatRates, londonDay(now()), vatNumber)
  return `${pounds(products.listing.pence)} a year${isVatIn(vat) ? ' including VAT' : ''}`
}

function stateOf(own: ApplicationFacts, { brand, now }: Services) {
  return applicationState(own, brand.accreditAfter, londonDay(now()))
}

/** Null before it is published. */
async function readEntry({ sql, env, brand, proofOf, credentialOf }: Services, own: OwnRow) {
  const { entryId, number, slug, registerStatus, assurance, assuredOn } = own
  if (!entryId || !number || !slug || !registerStatus || !assurance) return null
  const [[counted], proof, credential] = await Promise.all([
    camel(sql)<{ followers: number; asked: number; upheld: number }[]>`
      select
        (select count(*)::int from follows where subject = 'entry=' || ${number}::text) as followers,
        (
          select count(distinct c.id)::int from concerns as c join concern_replies as r on r.concern_id = c.id
          where c.entry_id = ${entryId}::uuid and c.settled_at is null and r.answered_at is null and r.expires_at > now()
        ) as asked,
        (select count(*)::int from register_notes where entry_id = ${entryId}::uuid and removed_at is null) as upheld`,
    proofOf(number).then(shownProof),
    credentialOf(number),
  ])
  const badge = badgeCode({ number, slug }, defaultLook, { publicUrl: env.publicUrl, name: brand.name })
  const hasCredential = credential !== null
  return { number, slug, status: registerStatus, assurance, assuredOn, badge, proof, hasCredential, ...counted! }
}

async function readSteps(
  services: Services,
  own: OwnRow,
  { withdrawnAt, factsChangedAt }: ChangeableRow,
  { assessment: assessed, ...evidence }: Awaited<ReturnType<typeof readProgress>>,
) {
  const { sql } = services
  const now = services.now()
  const period = { from: firstMomentOf(yearBefore(londonDay(now))), until: now.toISOString() }
  const [[decision], [assessment]] = await Promise.all([medianToDecision(sql, period), medianToAssessment(sql, period)])
  const { decision: kind, decidedAt: at, isByRegistry, evidenceAt, assessmentDecidedAt, answerUntil, ...rest } = own
  // Changed after its approval, it is submitted again: the promise counts from then.
  const answerDue = afterOfficeHours(
    new Date(factsChangedAt ?? own.submittedAt),
    promisedHours.application,
  ).toISOString()
  const steps = stepsOf({
    ...rest,
    state: stateOf(own, services),
    withdrawnAt,
    decision: kind && at ? { kind, at, isByRegistry: isByRegistry === true } : null,
    answerDue,
    listingPrice: listingPrice(services, own),
    evidence: { ...evidence, sentAt: evidenceAt },
    assessment: { ...assessed, decidedAt: assessmentDecidedAt, answerUntil },
    medians: { decision: medianOf(decision), assessment: medianOf(assessment) },
    promisedHours: promisedHours.application,
    now,
  })
  return { steps, answerDue }
}

/** Reads what the form posts, with all that is wrong in it. */
const typedAnswers = (step: 'event' | 'review') =>
  type({
    revision: '1 <= number.integer <= 1000000000',
    draft: type({ '[string]': 'string' }).pipe((form) => readDraft(form)),
  })
    .narrow(
      ({ draft }, ctx) =>
        stepProblems(step, draft).filter(({ field, message }) => refuse(ctx, message, field) === false).length === 0,
    )
    .pipe(({ revision, draft }) => ({ revision, draft, eventDraft: eventDraftSchema.assert(eventDraftOf(draft)) }))

const readTyped = (form: Readonly<Record<string, string>>) => ({ revision: Number(form.revision), draft: form })

/** @param only the organisation stays as it is. */
const correct = (only: 'event' | null) =>
  outsideCommand({
    ...ofOwn,
    reads: readTyped,
    schema: typedAnswers(only ?? 'review'),
    run: async ({ params, input: { draft, ...event }, ...given }) => {
      const organisation = only ? null : organisationSchema.assert(organisationOf(draft))
      return await correctOwn(params.appId, { ...given, input: { ...event, organisation } })
    },
    leadsTo: ownPath('changed'),
  })

const propose = command({
  ...ofOwn,
  reads: readTyped,
  schema: typedAnswers('event'),
  run: ({ input, params: { appId }, visitor, sql, now, services }) =>
    asApplicant(visitor, appId, async () => {
      const change = { applicationId: appId, ...input, followsDay: null }
      const proposed = await proposeChange(sql, change, now, services.brand)
      return isFailure(proposed) ? proposed : did({ mails: proposed })
    }),
  leadsTo: ownPath('proposed'),
})

export const changeApplication = page('changeApplication', {
  commands: { correct: correct(null), event: correct('event'), propose },
  load: async ({ params: { appId }, visitor, sql, refused, typed }) => {
    const row = await findChangeable(sql, visitor, appId)
    if (!row) return { kind: 'not-yours' as const, appId }
    const { reference, revision, status } = row
    const way = wayToChange(row)
    if (!way) return { kind: 'closed' as const, appId, reference, closed: closedOf(row)! }
    const [organisation] = await findOrganisation(sql.raw, { id: row.organisationId })
    // Nobody types the revision.
    const problems = (refused?.fields ?? []).filter(({ field }) => field !== 'revision')
    return {
      kind: 'form' as const,
      appId,
      reference,
      revision: refused ? Number(typed.revision) : revision,
      draft: refused ? readDraft(typed) : draftOf(organisation!, row.eventDraft),
      isApproved: status === 'approved',
      way,
      problems,
      failure: refused && problems.length === 0 ? refused.message : null,
    }
  },
  status: ({ kind }) => (kind === 'not-yours' ? 404 : kind === 'closed' ? 409 : null),
})
