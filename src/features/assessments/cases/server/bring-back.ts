import type { SqlRunner } from '#database/sql.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { applicationWords, greeting } from '#mail/told-application.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { hasTakenPart, lastStep } from '../steps.ts'
import { type CaseRow, findCase } from './case-queries.ts'
import { publishAssurance } from './publish-assurance.ts'
import { listSteps, setAssigned, setStatus } from './step-queries.ts'
import { type ToldCase, toldOf } from './told-case.ts'
import { type CaseWork, takeStep } from './work-on-case.ts'

/**
 * Takes a case from somebody who has declared a conflict of interest in it: it is not theirs to look after, and what they proposed is void.
 */
export async function takeAway(work: CaseWork): Promise<void> {
  const { tx, found, steps, admin } = work
  const { id } = found
  if (found.assigned_to === admin.id) await setAssigned(tx, { id, personId: null })
  await leaveReview(tx, { applicationId: found.application_id, personId: admin.id })
  if (found.status === 'proposed' && lastStep(steps, 'proposed')?.by_id === admin.id)
    await setStatus(tx, { id, status: 'open', answerUntil: null })
}

/**
 * Withdraws a notice of refusal when somebody who had a part in it declares a conflict of interest before it has become a decision: the case
 * is open again, to others and without that person's verdicts, and the applicant is told.
 */
export async function withdrawNotice(work: CaseWork, services: Pick<Services, 'now' | 'brand' | 'env'>): Promise<void> {
  const { tx, found, steps, admin } = work
  if (!hasTakenPart(steps, admin.id) && !(await hasJudged(tx, { id: found.id, personId: admin.id })).length) return
  await setStatus(tx, { id: found.id, status: 'open', answerUntil: null })
  await dropVerdictsOf(tx, { id: found.id, personId: admin.id })
  const stepId = await takeStep(work, 'brought-back')
  await queueMail(tx, assessedAnewMail(await toldOf(tx, found), { withdrawn: stepId }), services)
}

/**
 * Brings a decided case back after somebody who had a part in it has declared a conflict of interest: it is assessed anew, by others and
 * without that person's verdicts. The decision stays on the record and holds until the new one; a refusal is no longer told to the public.
 * Where a later decision has taken its place, or the person had no part, nothing happens.
 *
 * @param details what the conflict is, in the words of the declaration.
 */
export async function bringBack(
  work: CaseWork,
  details: string,
  services: Pick<Services, 'now' | 'brand' | 'env'>,
): Promise<void> {
  const { tx, found, admin, at } = work
  const [part] = await findPart(tx, { id: found.id, personId: admin.id })
  if (!part) return
  const [opened] = await openFollower(tx, { id: found.id, now: at })
  const [follower] = await nameFollower(tx, {
    applicationId: found.application_id,
    decidedId: found.id,
    isNew: opened!.id !== null,
  })
  const again = await workOn(work, follower!.id)
  await dropVerdictsOf(tx, { id: follower!.id, personId: admin.id })
  await takeStep(work, 'brought-back')
  await takeStep(again, 'opened-again', { by: null })
  await takeStep(again, 'conflict', { reason: details })
  await takeAway(again)
  await queueMail(tx, assessedAnewMail(await toldOf(tx, again.found)), services)
  await publishAssurance(tx, { applicationId: found.application_id }, services)
}

async function workOn(work: CaseWork, id: string): Promise<CaseWork & { found: CaseRow }> {
  const [found] = await findCase(work.tx, { id })
  return { ...work, found: found!, steps: await listSteps(work.tx, { id }) }
}

/** Its review is not theirs either. */
const leaveReview = (sql: SqlRunner, input: { applicationId: string; personId: string }) => sql<
  Record<string, never>[]
>`
  update applications set assigned_to = null where id = ${input.applicationId}::uuid and assigned_to = ${input.personId}::text`

/** A row where somebody proposed, referred, voted, decided or judged in an assessment, and its decision is the latest. */
const findPart = (sql: SqlRunner, { id, personId }: { id: string; personId: string }) => sql<{ id: string }[]>`
  select s.id from assessments as s
  where s.id = ${id}::uuid
    and not exists (select from assessments as l where l.application_id = s.application_id and l.decided_at > s.decided_at)
    and (
      exists (
        select from assessment_steps as t where t.assessment_id = s.id and t.by_id = ${personId}::text
          and t.step in ('proposed', 'referred', 'voted', 'decided')
      )
      or exists (select from assessment_criteria as c where c.assessment_id = s.id and c.judged_by = ${personId}::text)
    )`

/** A row where somebody has judged a criterion of an assessment. */
const hasJudged = (sql: SqlRunner, { id, personId }: { id: string; personId: string }) => sql<
  { criterion_id: string }[]
>`
  select criterion_id from assessment_criteria where assessment_id = ${id}::uuid and judged_by = ${personId}::text limit 1`

/** Opens the assessment that follows one; null where one is open already. */
const openFollower = (sql: SqlRunner, { id, now }: { id: string; now: string }) => sql<{ id: string | null }[]>`
  select open_renewal(application_id, ${now}::timestamptz) as id from assessments where id = ${id}::uuid`

/** The open assessment of an application; a new one is called what it is, under the criteria of the one that was decided. */
const nameFollower = (
  sql: SqlRunner,
  { applicationId, decidedId, isNew }: { applicationId: string; decidedId: string; isNew: boolean },
) => sql<{ id: string }[]>`
  update assessments as s
  set kind = case when ${isNew}::boolean then 'again' else s.kind end,
    criteria_version = case when ${isNew}::boolean then d.criteria_version else s.criteria_version end
  from assessments as d
  where s.application_id = ${applicationId}::uuid and s.status <> 'decided' and d.id = ${decidedId}::uuid
  returning s.id`

/** What a person has found is found again by others. */
const dropVerdictsOf = (sql: SqlRunner, { id, personId }: { id: string; personId: string }) => sql<
  Record<string, never>[]
>`
  update assessment_criteria
  set verdict = null, score = null, reason = '', note = '', basis = null, basis_on = null, basis_text = '', judged_by = null, judged_by_name = '', judged_at = null,
    revision = revision + 1
  where assessment_id = ${id}::uuid and judged_by = ${personId}::text`

/**
 * To who has applied: a conflict of interest came to light after the decision, so others assess anew.
 *
 * @param withdrawn the step that withdraws a notice of refusal, where nothing had been decided yet.
 */
export function assessedAnewMail(told: ToldCase, { withdrawn }: { withdrawn?: number } = {}): MailDraft {
  const { assessmentId, reference, applicationId, contactName, email } = told
  return {
    kind: 'assessed-anew',
    causedBy: 'staff',
    once: `assessed-anew:${withdrawn ?? assessmentId}`,
    to: { name: contactName, email },
    subject: withdrawn
      ? `We have withdrawn our notice of refusal: ${reference}`
      : `Your assessment is decided again: ${reference}`,
    body: [
      { kind: 'paragraph', text: greeting(told) },
      {
        kind: 'paragraph',
        text: `Somebody who had a part in ${withdrawn ? 'our notice' : 'the decision'} on your ${applicationWords(told)} has since declared a conflict of interest. So other people assess it again, with the documents that you have sent.`,
      },
      {
        kind: 'paragraph',
        text: withdrawn
          ? 'The notice that we intend to refuse accreditation is withdrawn, and need not be answered. If you have answered it, they read your answer. You need not do anything; we write to you when it is decided.'
          : 'An accreditation holds until they have decided. A refusal does not count in the meantime. You need not do anything; we write to you when it is decided.',
      },
      { kind: 'button', label: 'Your evidence', href: href('evidence', { appId: applicationId }) },
    ],
  }
}
