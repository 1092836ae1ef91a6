import { type } from 'arktype'
import { asJson } from '#database/sql.ts'
import type { Day } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { addComparison } from '#features/applications/server/sample-application.ts'
import { appealLink } from '#mail/appeal-link.ts'
import { newToken, tokenHash } from '#mail/link-token.ts'
import { command, did, wrong } from '#page/command.ts'
import { href } from '#pages.ts'
import type { FormRequest } from '#requests/page-loader.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { optionalParagraphs, paragraphs } from '#wire/text-schema.ts'
import { restsOn, scoreOf } from '../judged-criteria.ts'
import { assessmentDecidedMail, type Decision, refusalNoticeMail } from '../mails.ts'
import { assessmentHref, readPlace } from '../queue.ts'
import {
  conditionProblems,
  type DecidedBy,
  lastStep,
  nextReview,
  noticeDays,
  originOf,
  outcomeProblem,
  reasonLimit,
  type StepRow,
} from '../rules.ts'
import { proposalSchema, readConditions } from '../schema.ts'
import { publishAssurance } from './publish-assurance.ts'
import { findEntryOf, setStatus } from './queries.ts'
import { findNextQueued } from './queue.ts'
import { type CaseWork, mailApplicant, ofCase, overtaken, takeStep, withDone, workOnCase } from './work-on-case.ts'

/** What a proposal or a vote says, with conditions and a matter of safety only where its outcome has them. */
export function readOutcome({ outcome, reason, isSafety, conditions }: typeof proposalSchema.infer, today: Day) {
  const fields = conditionProblems(outcome, conditions, today)
  if (fields.length > 0) return failure('invalid', 'The conditions are not complete.', { fields })
  const kept = outcome === 'accredit-with-conditions' ? conditions.filter(({ text }) => text !== '') : []
  return { outcome, reason, isSafety: outcome === 'refuse' && isSafety, conditions: kept }
}

export const proposeOutcome = command({
  ...ofCase,
  schema: proposalSchema,
  reads: readConditions,
  run: async ({ params: { id }, input, ...given }) =>
    await workOnCase(given, { id, during: ['open'], declared: true }, async (work) => {
      const proposal = readOutcome(input, work.today)
      if (isFailure(proposal)) return proposal
      const problem = outcomeProblem(input.outcome, work.criteria, work.today)
      if (problem) return wrong({ outcome: problem })
      await setStatus(work.sql, id, 'proposed')
      await takeStep(work, 'proposed', proposal)
      return did()
    }),
  done: { proposed: 'The proposal is waiting for a second person' },
})

/** Until a second person has decided. */
export const withdrawProposal = command({
  ...ofCase,
  schema: type({ proposal: 'number.integer' }),
  run: async ({ params: { id }, input, ...given }) =>
    await workOnCase(given, { id, during: ['proposed'] }, async (work) => {
      const proposal = lastStep(work.steps, 'proposed')!
      if (proposal.id !== input.proposal) return overtaken
      if (proposal.byId !== work.admin.id) return failure('forbidden', 'Someone else made this proposal.')
      await setStatus(work.sql, id, 'open')
      await takeStep(work, 'sent-back', { about: proposal.id })
      return did()
    }),
  done: { withdrawn: 'The proposal is withdrawn. The assessment is open again' },
})

/** The case that follows in the list that led here, as it is before this one leaves it; null after the last. */
async function nextOf({ sql, now, admin, found, today }: CaseWork, query: URLSearchParams): Promise<string | null> {
  const viewer = { personId: admin.id, now, today }
  const [next] = await findNextQueued(sql, { ...viewer, ...readPlace(query), id: found.id })
  return next?.id ?? null
}

/** After a decision the next case of the same list opens. */
const toNext = (next: string | null, { params, query }: FormRequest): string =>
  withDone(assessmentHref(next ?? params.id!, readPlace(query)), next ? 'decided-next' : 'decided')

function decidedBy(origin: Pick<StepRow, 'step' | 'byId'>, personId: string): DecidedBy {
  if (origin.step === 'referred') return 'panel'
  return origin.byId === personId ? 'one-assessor' : 'assessors'
}

const ownProposal = failure('forbidden', 'You made this proposal. A second person decides.')

export const decideProposal = command({
  ...ofCase,
  schema: type({
    answer: type.enumerated('agree', 'send-back').configure({ sentence: 'Choose what you decide' }),
    decisionReason: optionalParagraphs(reasonLimit).default(''),
    proposal: 'number.integer',
  }),
  run: async ({ params: { id }, input, pageQuery, ...given }) => {
    const { answer, decisionReason: reason } = input
    if (answer === 'send-back' && reason === '') return wrong({ decisionReason: 'Write the reasons' })
    return await workOnCase(given, { id, during: ['proposed'], declared: true }, async (work) => {
      const { admin, services } = work
      const proposal = lastStep(work.steps, 'proposed')!
      if (proposal.id !== input.proposal) return overtaken
      if (services.env.reviewFourEyes && proposal.byId === admin.id) return ownProposal
      const next = await nextOf(work, pageQuery)
      if (answer === 'send-back') {
        await setStatus(work.sql, id, 'open')
        await takeStep(work, 'sent-back', { reason, about: proposal.id })
        return did({ answer: next })
      }
      const { isSafety, conditions } = proposal
      const outcome = proposal.outcome!
      // A document may have expired since the proposal.
      const problem = outcomeProblem(outcome, work.criteria, work.today)
      if (problem) return failure('conflict', `Nothing was changed. ${problem}. Send the proposal back.`)
      const reasons = [proposal.reason, reason].filter(Boolean).join('\n\n')
      const by = decidedBy(proposal, admin.id)
      await carryOut(work, { outcome, isSafety, reason: reasons, conditions, decidedBy: by, about: proposal.id })
      return did({ answer: next })
    })
  },
  done: {
    decided: 'The decision is on the record',
    'decided-next': {
      tone: 'success',
      title: 'The decision is on the record',
      text: 'This is the next assessment of the list.',
    },
  },
  leadsTo: toNext,
})

export const closeNotice = command({
  ...ofCase,
  schema: type({
    answer: type.enumerated('refuse', 'reopen').configure({ sentence: 'Choose what you decide' }),
    closingReason: paragraphs(reasonLimit, 'Write the reasons'),
  }),
  run: async ({ params: { id }, input: { answer, closingReason: reason }, pageQuery, ...given }) =>
    await workOnCase(given, { id, during: ['notice'], declared: true }, async (work) => {
      const { found, steps, now, admin, services } = work
      const notice = lastStep(steps, 'noticed')!
      const origin = originOf(steps, notice)!
      if (services.env.reviewFourEyes && origin.step === 'proposed' && origin.byId === admin.id) return ownProposal
      if (found.answeredAt === null && found.answerUntil! > now)
        return failure('conflict', 'Nothing was changed: the applicant still has time to answer.')
      const next = await nextOf(work, pageQuery)
      if (answer === 'reopen') {
        await setStatus(work.sql, id, 'open')
        await takeStep(work, 'reopened', { reason, about: notice.id })
        return did({ answer: null })
      }
      await endCase(work, {
        outcome: 'refuse',
        isSafety: false,
        reason: `${notice.reason}\n\n${reason}`,
        conditions: [],
        decidedBy: decidedBy(origin, admin.id),
        about: notice.id,
      })
      return did({ answer: next })
    }),
  leadsTo: toNext,
})

/** A refusal is announced first, with days to answer it, unless it is a matter of safety; everything else ends the case. */
export async function carryOut(work: CaseWork, decision: Decision): Promise<void> {
  if (decision.outcome === 'refuse' && !decision.isSafety) await sendNotice(work, decision)
  else await endCase(work, decision)
}

/** In the name of nobody alone where the panel has decided. */
const stepOf = ({ decidedBy, ...step }: Decision) => ({ ...step, by: decidedBy === 'panel' ? null : undefined })

async function sendNotice(work: CaseWork, decision: Decision): Promise<void> {
  const { sql, now, found, criteria } = work
  const { reason } = decision
  const stepId = await takeStep(work, 'noticed', stepOf(decision))
  const until = new Date(Date.parse(now) + noticeDays * 86_400_000).toISOString()
  await setStatus(sql, found.id, 'notice', until)
  const token = newToken()
  await sql`
    insert into assessment_notices (token_hash, assessment_id, step_id)
    values (decode(${tokenHash(token)}::text, 'hex'), ${found.id}::uuid, ${stepId}::bigint)`
  const link = href('refusalAnswer', { token })
  await mailApplicant(work, found, (summary) => refusalNoticeMail(summary, { stepId, reason, criteria, until, link }))
}

async function endCase(work: CaseWork, decision: Decision): Promise<void> {
  const { sql, now, found, criteria, today, services } = work
  const { outcome, conditions, decidedBy } = decision
  const { id, applicationId, email } = found
  await takeStep(work, 'decided', stepOf(decision))
  const [entry] = await findEntryOf(sql, { applicationId })
  const lastDay = entry?.validUntil ? londonDay(new Date(entry.validUntil)) : null
  const isRefused = outcome === 'refuse'
  const nextReviewOn = isRefused ? null : nextReview(today, lastDay)
  if (!isRefused) {
    const documents = criteria.flatMap((criterion) => {
      const { basis, basisOn: until } = restsOn(criterion, today)
      return basis === 'document' ? { criterionId: criterion.id, until } : []
    })
    await sql`
      update assessment_criteria as c set basis = 'document', basis_on = r.until, basis_text = ''
      from jsonb_to_recordset(${asJson(documents)}::jsonb) as r ("criterionId" text, until date)
      where c.assessment_id = ${id}::uuid and c.criterion_id = r."criterionId"`
  }
  await sql`
    update assessments
    set status = 'decided', outcome = ${outcome}::text, decided_by = ${decidedBy}::text, score = ${scoreOf(criteria)}::smallint,
      next_review_on = ${nextReviewOn}::date, decided_at = ${now}::timestamptz, has_bases = ${outcome}::text <> 'refuse'
    where id = ${id}::uuid`
  for (const { text, due } of conditions)
    await sql`
      insert into assessment_conditions (assessment_id, text, due_on) values (${id}::uuid, ${text}::text, ${due}::date)`
  const link = isRefused ? appealLink({ appId: applicationId, email }, services.env) : ''
  const isApproved = found.applicationStatus === 'approved'
  await mailApplicant(work, found, (summary) =>
    assessmentDecidedMail(summary, { ...decision, criteria, nextReviewOn, isApproved }, link),
  )
  if (isRefused) await addComparison(sql.raw, applicationId)
  await publishAssurance(sql.raw, { applicationId }, services)
}
