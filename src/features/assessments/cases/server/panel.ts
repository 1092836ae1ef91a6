import { type } from 'arktype'
import type { CamelSql } from '#database/camel.ts'
import { rolesWith } from '#domain/permissions.ts'
import { listHolders } from '#features/register/server/has-conflict.ts'
import { command, did, wrong } from '#page/command.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { paragraphs } from '#wire/text-schema.ts'
import { baseProblem, lastStep, panelResult, reasonLimit, type StepRow, unjudgedProblem, type Vote } from '../rules.ts'
import { caseParams, proposalSchema, readConditions } from '../schema.ts'
import { carryOut, readOutcome } from './decide.ts'
import { setStatus } from './queries.ts'
import { type CaseWork, ofCase, overtaken, takeStep, workOnCase } from './work-on-case.ts'

export type PanelSeat = {
  personId: string
  name: string
  /** Null before they have voted, and where their vote does not count. */
  vote: (Vote & { reason: string }) | null
  /** Somebody else has to be named. */
  isVacant: boolean
}

/** The seats of the panel with their present members; none before a case is referred. */
export async function panelOf(sql: CamelSql, steps: readonly StepRow[]): Promise<PanelSeat[]> {
  const referral = lastStep(steps, 'referred')
  if (!referral) return []
  const seats = await sql<
    { personId: string; personName: string; insteadOf: string | null; mayVote: boolean; isConflicted: boolean }[]
  >`
    select m.person_id, m.person_name, m.instead_of, p.roles && ${rolesWith('panel')}::text[] and p.deactivated_at is null as may_vote,
      exists (
        select from conflicts_of_interest as x
        join assessments as c on c.application_id = x.application_id
        join assessment_steps as r on r.assessment_id = c.id
        where r.id = m.referral_id and x.person_id = m.person_id
      ) as is_conflicted
    from assessment_panel as m join people as p on p.id = m.person_id
    where m.referral_id = ${referral.id}::bigint
    order by m.named_at, m.person_name`
  const replaced = new Set(seats.map(({ insteadOf }) => insteadOf))
  return seats
    .filter(({ personId }) => !replaced.has(personId))
    .map(({ personId, personName: name, mayVote, isConflicted }) => {
      const voted = steps.find(
        ({ step, about, byId }) => step === 'voted' && about === referral.id && byId === personId,
      )
      const { outcome, isSafety, conditions, reason } = voted ?? {}
      const isCounted = voted !== undefined && !isConflicted
      return {
        personId,
        name,
        vote: isCounted ? { outcome: outcome!, isSafety: isSafety!, conditions: conditions!, reason: reason! } : null,
        isVacant: !isCounted && (isConflicted || !mayVote),
      }
    })
}

/** Nobody who proposed in the case, refers it, or has a conflict of interest. */
export async function panelCandidates({
  sql,
  found: { applicationId },
  steps,
  admin,
}: Pick<CaseWork, 'found' | 'steps' | 'admin'> & { sql: CamelSql }) {
  const proposers = steps.filter(({ step }) => step === 'proposed' || step === 'referred').map(({ byId }) => byId)
  const people = await listHolders(sql, 'panel', applicationId)
  return people.filter((person) => person.id !== admin.id && !proposers.includes(person.id))
}

/** My work shows them the vote, and an email of it comes as often as they chose. */
async function fillSeat(
  { sql, now }: CaseWork,
  referralId: number,
  member: { id: string; name: string },
  insteadOf: string | null,
) {
  await sql`
    insert into assessment_panel (referral_id, person_id, person_name, instead_of, named_at)
    values (${referralId}::bigint, ${member.id}::text, ${member.name}::text, ${insteadOf}::text, ${now}::timestamptz)`
}

export const referToPanel = command({
  ...ofCase,
  schema: type({
    referralReason: paragraphs(reasonLimit, 'Say why you refer it to the panel'),
    member1: type('string <= 100').default(''),
    member2: type('string <= 100').default(''),
    member3: type('string <= 100').default(''),
  }),
  run: async ({ params: { id }, input, ...given }) =>
    await workOnCase(given, { id, during: ['open', 'proposed'], declared: true }, async (work) => {
      const problem = unjudgedProblem(work.criteria, work.today)
      if (problem) return wrong({ referralReason: problem })
      const candidates = await panelCandidates(work)
      const members = [input.member1, input.member2, input.member3]
      const problems = members.flatMap((personId, index) => {
        const isFree = candidates.some((person) => person.id === personId) && members.indexOf(personId) === index
        return isFree ? [] : [[`member${index + 1}`, 'Choose three different people from the list']]
      })
      if (problems.length > 0) return wrong(Object.fromEntries(problems))
      await setStatus(work.sql, id, 'panel')
      const referralId = await takeStep(work, 'referred', { reason: input.referralReason })
      for (const member of candidates.filter((person) => members.includes(person.id)))
        await fillSeat(work, referralId, member, null)
      return did()
    }),
  done: { referred: 'The panel was asked to vote' },
})

export const fillPanelSeat = command({
  ...ofCase,
  schema: type({ seat: 'string <= 100', seatPerson: type('string <= 100').default('') }),
  run: async ({ params: { id }, input, ...given }) =>
    await workOnCase(given, { id, during: ['panel'], declared: true }, async (work) => {
      const referral = lastStep(work.steps, 'referred')!
      const panel = await panelOf(work.sql, work.steps)
      const left = panel.find(({ personId, vote }) => personId === input.seat && !vote)
      if (!left) return overtaken
      const candidates = await panelCandidates(work)
      const member = candidates.find(
        (person) => person.id === input.seatPerson && panel.every(({ personId }) => personId !== person.id),
      )
      if (!member) return wrong({ seatPerson: 'Choose someone from the list' })
      await takeStep(work, 'seat-filled', { reason: member.name, about: referral.id })
      await fillSeat(work, referral.id, member, left.personId)
      return did()
    }),
  done: { seated: 'The new member was asked to vote' },
})

export const votePanel = command({
  permission: 'panel',
  params: caseParams,
  schema: proposalSchema.and({ referral: 'number.integer' }),
  reads: readConditions,
  run: async ({ params: { id }, input, ...given }) =>
    await workOnCase(given, { id, during: ['panel'], declared: true }, async (work) => {
      const referral = lastStep(work.steps, 'referred')!
      if (referral.id !== input.referral) return overtaken
      const panel = await panelOf(work.sql, work.steps)
      const mine = panel.find(({ personId }) => personId === work.admin.id)
      if (!mine) return failure('forbidden', 'You are not a member of this panel.')
      if (mine.vote) return failure('conflict', 'Nothing was changed: you have already voted.')
      const vote = readOutcome(input, work.today)
      if (isFailure(vote)) return vote
      await takeStep(work, 'voted', { ...vote, about: referral.id })
      const votes = [...panel.flatMap(({ vote }) => vote ?? []), vote]
      const result = panelResult(votes)
      if (!result) return did()
      const problem = result.outcome === 'refuse' ? null : baseProblem(work.criteria, work.today)
      if (problem) {
        // A document has expired while the panel voted.
        await setStatus(work.sql, id, 'open')
        await takeStep(work, 'reopened', { reason: `The panel voted to accredit. ${problem}.`, about: referral.id })
        return did()
      }
      const reasons = votes
        .filter((vote) => (vote.outcome === 'refuse') === (result.outcome === 'refuse'))
        .map((vote) => vote.reason)
      await carryOut(work, { ...result, reason: reasons.join('\n\n'), decidedBy: 'panel', about: referral.id })
      return did()
    }),
  done: { voted: 'Your vote is on the record' },
})
