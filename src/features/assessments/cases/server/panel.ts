import { adminHref } from '#admin-pages.ts'
import type { SqlRunner } from '#database/sql.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { answer, formCommand } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { baseProblem, conditionProblems, conditionsOf, panelResult, panelSize, unjudgedProblem } from '../rules.ts'
import { caseParams, referralSchema, seatSchema, voteSchema } from '../schema.ts'
import { lastStep } from '../steps.ts'
import { carryOut } from './carry-out.ts'
import { panelOf } from './panel-of.ts'
import { fillSeat, listUnconflicted, setStatus } from './step-queries.ts'
import { type CaseWork, overtaken, rolesWith, takeStep, workOnCase } from './work-on-case.ts'

/** Who may be named for a panel of this case: nobody who proposed in it, refers it, or has a conflict of interest. */
export async function panelCandidates(
  sql: SqlRunner,
  { found: { id }, steps, admin }: Pick<CaseWork, 'found' | 'steps' | 'admin'>,
) {
  const proposers = steps.filter(({ step }) => step === 'proposed' || step === 'referred').map(({ by_id }) => by_id)
  const people = await listUnconflicted(sql, { id, roles: rolesWith('panel') })
  return people.filter((person) => person.id !== admin.id && !proposers.includes(person.id))
}

type Candidate = Awaited<ReturnType<typeof panelCandidates>>[number]

async function seat(
  { tx, found: { id, reference }, at }: CaseWork,
  referralId: number,
  member: Candidate,
  insteadOf: string | null,
  services: Pick<Services, 'brand' | 'env'>,
): Promise<void> {
  await fillSeat(tx, { referralId, personId: member.id, personName: member.name, insteadOf, now: at })
  await queueMail(tx, voteWantedMail(member, { assessmentId: id, referralId, reference }), services)
}

/** Refers a case to a panel of three named members, whose majority decides. */
export const referToPanel = formCommand({
  permission: 'assess',
  params: caseParams,
  schema: referralSchema,
  run: async ({ params: { id }, input, admin, services }) =>
    await workOnCase(services, { id, admin, during: ['open', 'proposed'], declared: true }, async (work) => {
      const problem = unjudgedProblem(work.criteria, work.today)
      if (problem) return failure('invalid', problem, { fields: [{ field: 'referralReason', message: problem }] })
      const candidates = await panelCandidates(work.tx, work)
      const wanted = [input.member1, input.member2, input.member3]
      const fields = wanted.flatMap((personId, index) => {
        const isFree = candidates.some((person) => person.id === personId) && wanted.indexOf(personId) === index
        return isFree ? [] : [{ field: `member${index + 1}`, message: 'Choose three different people from the list' }]
      })
      if (fields.length > 0) return failure('invalid', 'The panel is not complete.', { fields })
      await setStatus(work.tx, { id, status: 'panel', answerUntil: null })
      const referralId = await takeStep(work, 'referred', { reason: input.referralReason })
      for (const member of candidates.filter((person) => wanted.includes(person.id)))
        await seat(work, referralId, member, null, services)
      return answer(null)
    }),
})

/** Names another member for a seat whose member has not voted, or whose vote does not count. */
export const fillPanelSeat = formCommand({
  permission: 'assess',
  params: caseParams,
  schema: seatSchema,
  run: async ({ params: { id }, input, admin, services }) =>
    await workOnCase(services, { id, admin, during: ['panel'], declared: true }, async (work) => {
      const referral = lastStep(work.steps, 'referred')!
      const panel = await panelOf(work.tx, work.steps)
      const left = panel.find(({ personId, vote }) => personId === input.seat && !vote)
      if (!left) return overtaken
      const candidates = await panelCandidates(work.tx, work)
      const member = candidates.find(
        (person) => person.id === input.person && panel.every(({ personId }) => personId !== person.id),
      )
      if (!member) {
        const message = 'Choose someone from the list'
        return failure('invalid', message, { fields: [{ field: 'seatPerson', message }] })
      }
      await takeStep(work, 'seat-filled', { reason: member.name, about: referral.id })
      await seat(work, referral.id, member, left.personId, services)
      return answer(null)
    }),
})

/** A member of a panel votes, once and with reasons. With the third vote the majority has decided. */
export const votePanel = formCommand({
  permission: 'panel',
  params: caseParams,
  schema: voteSchema,
  run: async ({ params: { id }, input, admin, services }) =>
    await workOnCase(services, { id, admin, during: ['panel'], declared: true }, async (work) => {
      const { outcome, reason } = input
      const referral = lastStep(work.steps, 'referred')!
      if (referral.id !== input.referral) return overtaken
      const panel = await panelOf(work.tx, work.steps)
      const mine = panel.find(({ personId }) => personId === admin.id)
      if (!mine) return failure('forbidden', 'You are not a member of this panel.')
      if (mine.vote) return failure('conflict', 'Nothing was changed: you have already voted.')
      const fields = conditionProblems(outcome, input.conditions, work.today)
      if (fields.length > 0) return failure('invalid', 'The conditions are not complete.', { fields })
      const isSafety = outcome === 'refuse' && input.isSafety
      const conditions = conditionsOf(outcome, input.conditions)
      await takeStep(work, 'voted', { outcome, reason, isSafety, conditions, about: referral.id })
      const votes = [...panel.flatMap(({ vote }) => vote ?? []), { outcome, is_safety: isSafety, conditions, reason }]
      const result = votes.length < panelSize ? null : panelResult(votes)
      if (!result) return answer(null)
      const problem = result.outcome === 'refuse' ? null : baseProblem(work.criteria, work.today)
      if (problem) {
        // A document has expired while the panel voted: with a new one, it is decided again.
        await setStatus(work.tx, { id, status: 'open', answerUntil: null })
        await takeStep(work, 'reopened', { reason: `The panel voted to accredit. ${problem}.`, about: referral.id })
        return answer(null)
      }
      const told = votes
        .filter((vote) => (vote.outcome === 'refuse') === (result.outcome === 'refuse'))
        .map((vote) => vote.reason)
      await carryOut(work, { ...result, reason: told.join('\n\n'), decidedBy: 'panel', about: referral.id }, services)
      return answer(null)
    }),
})

/** To a member of a panel: a vote is wanted. */
export function voteWantedMail(
  member: MailAddress,
  { assessmentId, referralId, reference }: { assessmentId: string; referralId: number; reference: string },
): MailDraft {
  return {
    kind: 'panel-vote-wanted',
    causedBy: 'staff',
    once: `panel-vote-wanted:${referralId}:${member.email}`,
    to: member,
    subject: `Please vote on ${reference}`,
    body: [
      { kind: 'paragraph', text: `Hello ${member.name},` },
      {
        kind: 'paragraph',
        text: 'You are a member of the panel that decides this assessment. Read the findings, say whether you have a conflict of interest, and vote with your reasons.',
      },
      { kind: 'button', label: `Vote on ${reference}`, href: adminHref('panelCase', { id: assessmentId }) },
    ],
  }
}
