import { type } from 'arktype'
import { addJob } from '#database/add-job.ts'
import { needsBasis, type RestsOn } from '#domain/assurance.ts'
import { listEvidence } from '#features/assessments/files/server/queries.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { answer, command, formCommand } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { acceptProblem, judgedCriteria, verdictProblem } from '../judged-criteria.ts'
import {
  caseParams,
  criterionParams,
  evidenceSchema,
  otherVerdictSchema,
  savedVerdictSchema,
  verdictSchema,
} from '../schema.ts'
import { findCase, listFindings, lockApplicationOf } from './case-queries.ts'
import { noteTold, saveVerdict, setEvidenceState } from './criterion-queries.ts'
import { evidenceWantedMail } from './mails/evidence-wanted.ts'
import { publishAssurance } from './publish-assurance.ts'
import { toldOf } from './told-case.ts'
import { noteChange, workOnCase } from './work-on-case.ts'

const notAsked = failure('not-found', 'This criterion does not apply to the event.')

const unwritten: RestsOn = { basis: null, basisOn: null, basisText: '' }
const pick = ({ basis, basisOn, basisText }: RestsOn): RestsOn => ({ basis, basisOn, basisText })

/** Minutes after the last change until the applicant is told what more is needed: one mail for several changes. */
const tellAfterMinutes = 10

/** What an assessor finds of one criterion, saved as it is typed. */
export const judgeCriterion = command({
  permission: 'assess',
  summary: 'Save what an assessor finds of one criterion',
  description:
    'For an open assessment. What is met rests on an accepted document that is valid, or on what `basis`, `basisOn` and `basisText` say, which is public. What is not met or does not apply needs a reason. If you have not seen the last change, you cannot overwrite it, except with your own changes: the answer is a conflict with what is stored.',
  params: criterionParams,
  schema: verdictSchema,
  answers: { 200: savedVerdictSchema },
  failures: {
    'not-found': 'There is no such assessment, or the criterion does not apply to its event.',
    forbidden: 'The person has declared a conflict of interest.',
    conflict: {
      when: 'Someone has changed it since (`other` has what is stored), or the assessment is no longer open.',
      details: type({ 'other?': otherVerdictSchema }),
    },
  },
  run: async ({ params: { id, criterion }, input, admin, services }) =>
    await workOnCase(services, { id, admin, during: ['open'] }, async (work) => {
      const { tx, found, criteria, at, today } = work
      const known = criteria.find((asked) => asked.id === criterion)
      if (!known) return notAsked
      const rests = needsBasis(input.verdict) && input.basis ? pick(input) : unwritten
      const typed = { basis: rests.basis, basis_on: rests.basisOn, basis_text: rests.basisText }
      const { verdict: given, reason: why } = input
      const wrong = verdictProblem(
        { ...known, found: { ...known.found, verdict: given, reason: why, ...typed } },
        today,
      )
      if (wrong) return failure('invalid', wrong.message, { fields: [wrong] })
      // A criterion that does not apply has no score.
      const score = input.verdict === 'not-applicable' ? null : input.score
      const told = {
        ...input,
        ...rests,
        score,
        id,
        criterionId: criterion,
        personId: admin.id,
        personName: admin.name,
        now: at,
      }
      const [saved] = await saveVerdict(tx, told)
      if (saved) {
        const { verdict, state } = known.found
        if (verdict !== input.verdict || known.found.score !== score) {
          const before = { criterion, verdict, score: known.found.score }
          await noteChange(work, 'judged', before, { criterion, verdict: input.verdict, score })
        }
        if (state === 'not-applicable') await publishAssurance(tx, { applicationId: found.application_id }, services)
        return answer({ revision: saved.revision, savedAt: at })
      }
      const { verdict, score: points, reason, note, revision, judged_by_name, judged_at } = known.found
      const { basis, basis_on: basisOn, basis_text: basisText } = known.found
      const stored = { verdict, score: points, reason, note, basis, basisOn, basisText }
      const other = { ...stored, revision, judgedBy: judged_by_name, judgedAt: judged_at }
      return failure('conflict', `${judged_by_name} has changed this since you opened it.`, { details: { other } })
    }),
})

/** What an assessor says of the evidence for a criterion. The applicant sees it at once; what more is needed is mailed, together, later. */
export const judgeEvidence = formCommand({
  permission: 'assess',
  params: caseParams,
  schema: evidenceSchema,
  run: async ({ params: { id }, input, admin, services }) => {
    const { criterion, state, stateReason: reason, seen } = input
    if (state !== 'accepted' && reason === '') {
      const message = state === 'more-needed' ? 'Say what more is needed' : 'Say why it does not apply'
      return failure('invalid', message, { fields: [{ field: 'stateReason', message }] })
    }
    return await workOnCase(services, { id, admin, during: ['open', 'notice'] }, async (work) => {
      const { tx, found, criteria, at, today } = work
      const known = criteria.find((asked) => asked.id === criterion)
      if (!known) return notAsked
      if (state === 'accepted' && known.found.state === seen) {
        const files = await listEvidence(tx, { applicationId: found.application_id })
        const message = acceptProblem(known, files, today)
        if (message) return failure('invalid', message, { fields: [{ field: 'state', message }] })
      }
      const before = known.found
      const kept = state === 'accepted' ? '' : reason
      const [set] = await setEvidenceState(tx, { id, criterionId: criterion, state, reason: kept, seen, now: at })
      if (!set) return failure('conflict', `Nothing was changed: ${known.name} has changed since you opened the page.`)
      // That it does not apply is a finding of its own, and nothing that is asked for again has it.
      if (state === 'not-applicable' || before.verdict === 'not-applicable') {
        const finding = state === 'not-applicable' ? { verdict: state, reason } : { verdict: null, reason: '' }
        const by = { personId: admin.id, personName: admin.name, now: at }
        const { note, revision } = before
        await saveVerdict(tx, {
          id,
          criterionId: criterion,
          ...finding,
          ...unwritten,
          score: null,
          note,
          revision,
          ...by,
        })
      }
      await noteChange(work, 'evidence-judged', { criterion, state: before.state }, { criterion, state })
      if (state === 'more-needed') {
        const runAt = new Date(Date.parse(at) + tellAfterMinutes * 60_000).toISOString()
        await addJob(tx, 'tell-evidence-wanted', { assessmentId: id }, { key: `evidence-wanted:${id}`, runAt })
      }
      await publishAssurance(tx, { applicationId: found.application_id }, services)
      return answer(null)
    })
  },
})

/** Tells the applicant for which criteria more is needed, of which they were not told yet. */
export async function tellEvidenceWanted(
  { assessmentId: id }: { assessmentId: string },
  services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>,
): Promise<void> {
  await services.sql.begin(async (tx) => {
    await lockApplicationOf(tx, { id })
    const [found] = await findCase(tx, { id })
    if (!found || found.status === 'decided') return
    const told = await noteTold(tx, { id, now: services.now().toISOString() })
    if (told.length === 0) return
    const ids = told.map(({ criterion_id }) => criterion_id)
    const criteria = judgedCriteria(found.criteria, found.event_draft, await listFindings(tx, { id }))
    const wanted = criteria.filter((criterion) => ids.includes(criterion.id))
    await queueMail(tx, evidenceWantedMail(await toldOf(tx, found), wanted, ''), services)
  })
}
