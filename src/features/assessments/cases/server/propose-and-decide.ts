import { answer, formCommand } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { conditionProblems, conditionsOf, type DecidedBy, outcomeProblem } from '../rules.ts'
import { caseParams, closeNoticeSchema, decisionSchema, proposalSchema } from '../schema.ts'
import { lastStep, originOf } from '../steps.ts'
import { carryOut, endCase } from './carry-out.ts'
import { type StepRow, setStatus } from './step-queries.ts'
import { overtaken, takeStep, workOnCase } from './work-on-case.ts'

/** Proposes how a case ends. Nothing happens before a second person has decided. */
export const proposeOutcome = formCommand({
  permission: 'assess',
  params: caseParams,
  schema: proposalSchema,
  run: async ({ params: { id }, input, admin, services }) =>
    await workOnCase(services, { id, admin, during: ['open'], declared: true }, async (work) => {
      const { outcome, reason, conditions } = input
      const fields = conditionProblems(outcome, conditions, work.today)
      if (fields.length > 0) return failure('invalid', 'The conditions are not complete.', { fields })
      const problem = outcomeProblem(outcome, work.criteria, work.today)
      if (problem) return failure('invalid', problem, { fields: [{ field: 'outcome', message: problem }] })
      await setStatus(work.tx, { id, status: 'proposed', answerUntil: null })
      const isSafety = outcome === 'refuse' && input.isSafety
      await takeStep(work, 'proposed', { outcome, reason, isSafety, conditions: conditionsOf(outcome, conditions) })
      return answer(null)
    }),
})

/** Who decided, where one of them proposed. */
function decidedBy(origin: Pick<StepRow, 'step' | 'by_id'>, personId: string): DecidedBy {
  if (origin.step === 'referred') return 'panel'
  return origin.by_id === personId ? 'one-assessor' : 'assessors'
}

const ownProposal = failure('forbidden', 'You made this proposal. A second person decides.')

/** A second person agrees with a proposal, which is then carried out, or sends it back with reasons. */
export const decideProposal = formCommand({
  permission: 'assess',
  params: caseParams,
  schema: decisionSchema,
  run: async ({ params: { id }, input, admin, services }) => {
    const { answer: given, decisionReason: reason } = input
    if (given === 'send-back' && reason === '') {
      const message = 'Write the reasons'
      return failure('invalid', message, { fields: [{ field: 'decisionReason', message }] })
    }
    return await workOnCase(services, { id, admin, during: ['proposed'], declared: true }, async (work) => {
      const proposal = lastStep(work.steps, 'proposed')!
      if (proposal.id !== input.proposal) return overtaken
      if (services.env.reviewFourEyes && proposal.by_id === admin.id) return ownProposal
      if (given === 'send-back') {
        await setStatus(work.tx, { id, status: 'open', answerUntil: null })
        await takeStep(work, 'sent-back', { reason, about: proposal.id })
        return answer(null)
      }
      const { outcome, is_safety: isSafety, conditions } = proposal
      // What was found is read again: a document may have expired since.
      const problem = outcomeProblem(outcome!, work.criteria, work.today)
      if (problem) return failure('conflict', `Nothing was changed. ${problem}. Send the proposal back.`)
      const told = [proposal.reason, reason].filter(Boolean).join('\n\n')
      const by = decidedBy(proposal, admin.id)
      await carryOut(
        work,
        { outcome: outcome!, isSafety, reason: told, conditions, decidedBy: by, about: proposal.id },
        services,
      )
      return answer(null)
    })
  },
})

/** After the answer to a notice of refusal, or after its days, somebody who did not propose it refuses for good, or opens the case again. */
export const closeNotice = formCommand({
  permission: 'assess',
  params: caseParams,
  schema: closeNoticeSchema,
  run: async ({ params: { id }, input: { answer: given, closingReason: reason }, admin, services }) =>
    await workOnCase(services, { id, admin, during: ['notice'], declared: true }, async (work) => {
      const { found, steps, at } = work
      const notice = lastStep(steps, 'noticed')!
      const origin = originOf(steps, notice)!
      if (services.env.reviewFourEyes && origin.step === 'proposed' && origin.by_id === admin.id) return ownProposal
      if (found.answered_at === null && found.answer_until! > at)
        return failure('conflict', 'Nothing was changed: the applicant still has time to answer.')
      if (given === 'reopen') {
        await setStatus(work.tx, { id, status: 'open', answerUntil: null })
        await takeStep(work, 'reopened', { reason, about: notice.id })
        return answer(null)
      }
      const by = decidedBy(origin, admin.id)
      const told = `${notice.reason}\n\n${reason}`
      await endCase(
        work,
        { outcome: 'refuse', isSafety: false, reason: told, conditions: [], decidedBy: by, about: notice.id },
        services,
      )
      return answer(null)
    }),
})
