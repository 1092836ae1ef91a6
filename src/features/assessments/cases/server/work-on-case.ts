import type { CamelTransaction } from '#database/camel.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import type { Admin } from '#domain/permissions.ts'
import { readOpenDecisions } from '#features/applications/server/read-open-decisions.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { FormRequest } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { type JudgedCriterion, judgedCriteria } from '../judged-criteria.ts'
import type { CaseSummary } from '../mails.ts'
import { assessmentHref, readPlace } from '../queue.ts'
import type { CaseStatus, Step, StepRow } from '../rules.ts'
import { hasDeclared } from '../rules.ts'
import { caseParams } from '../schema.ts'
import { addStep, type CaseRow, findCase, listFindings, listSteps, lockApplicationOf } from './queries.ts'

export type CaseCommand = {
  sql: CamelTransaction
  now: Instant
  admin: Admin
  services: Pick<Services, 'now' | 'brand' | 'env'>
}

export type CaseWork = CaseCommand & {
  found: CaseRow
  criteria: JudgedCriterion[]
  steps: StepRow[]
  today: Day
}

const unknownCase = failure('not-found', 'There is no such assessment.')
const conflicted = failure('forbidden', 'You declared a conflict of interest in this assessment.')
const ineligible = {
  withdrawn: failure('conflict', 'Nothing was changed: the applicant has withdrawn this application.'),
  rejected: failure('conflict', 'Nothing was changed: this application was rejected.'),
}
export const undeclared = failure(
  'conflict',
  'Nothing was changed: declare first whether you have a conflict of interest.',
)
export const overtaken = failure(
  'conflict',
  'Nothing was changed: the assessment has changed since you opened the page. You can see it below as it is now.',
)

/**
 * Locks the application before anything is read, so that of two people at once the second sees what the first has done.
 *
 * @param declared only for people who have declared that they have no conflict of interest. @param decides it is part of a decision, for which the
 *   application must be eligible.
 */
export async function workOnCase<Done>(
  { sql, now, admin, services }: CaseCommand,
  {
    id,
    during,
    declared = false,
    decides = declared,
  }: { id: string; during: readonly CaseStatus[]; declared?: boolean; decides?: boolean },
  work: (found: CaseWork) => Promise<Done>,
): Promise<Done | Failure> {
  await lockApplicationOf(sql, { id })
  const [found] = await findCase(sql, { id })
  if (!found) return unknownCase
  const steps = await listSteps(sql, { id })
  const asked = { applicationId: found.applicationId, personId: admin.id }
  const { assess: bar } = (await readOpenDecisions(sql.raw, asked, new Date(now)))!.open
  if (bar === 'conflict') return conflicted
  if (!during.includes(found.status)) return overtaken
  if (declared && !hasDeclared(steps, admin.id)) return undeclared
  if (decides && bar) return ineligible[bar]
  const criteria = judgedCriteria(found.criteria, found.eventDraft, await listFindings(sql, { id }))
  return await work({ sql, now, admin, services, found, criteria, steps, today: londonDay(new Date(now)) })
}

/** The audit log gets the step without its texts. @param details.by null for nobody of the admin area. @returns its id. */
export async function takeStep(
  { sql, now, found: { id }, admin }: Pick<CaseWork, 'sql' | 'now' | 'admin'> & { found: { id: string } },
  step: Step,
  {
    by,
    ...details
  }: Partial<Pick<Parameters<typeof addStep>[2], 'outcome' | 'reason' | 'isSafety' | 'about' | 'conditions'>> & {
    by?: null | undefined
  } = {},
): Promise<number> {
  const who = by === null ? { byId: null, byName: '' } : { byId: admin.id, byName: admin.name }
  const nothing = { outcome: null, reason: '', isSafety: false, conditions: [], about: null }
  const [added] = await addStep(sql, id, { ...nothing, ...details, ...who, step }, now)
  const { outcome, isSafety } = details
  const after = outcome ? { outcome, ...(isSafety ? { isSafety } : {}) } : null
  await recordChange(sql.raw, { actor: byPerson(admin), subject: { kind: 'assessment', id }, action: step, after })
  return added!.id
}

export async function recordFinding(
  { sql, found: { id }, admin }: CaseWork,
  action: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> {
  await recordChange(sql.raw, { actor: byPerson(admin), subject: { kind: 'assessment', id }, action, before, after })
}

/** What was typed goes to confirmed addresses only. */
export async function mailApplicant(
  { sql, services }: { sql: CaseCommand['sql']; services: Pick<Services, 'brand' | 'env'> },
  {
    id: assessmentId,
    eventDraft: { title },
    ...found
  }: Pick<CaseRow, 'id' | 'applicationId' | 'reference' | 'contactName' | 'email'> & { eventDraft: { title: string } },
  write: (summary: CaseSummary) => MailDraft,
): Promise<void> {
  const isConfirmed = await waitForAddress(sql.raw, found.email)
  const typed = isConfirmed ? { title } : { title: null, contactName: '' }
  await queueMail(sql.raw, write({ ...found, ...typed, assessmentId }), services)
}

/** Of the commands of the assessment's page, which lead back to it, to the criterion that the form was about. */
export const ofCase = {
  permission: 'assess',
  params: caseParams,
  leadsTo: (_: unknown, { params, query, form: { criterion } }: FormRequest, done: string): string =>
    withDone(assessmentHref(params.id!, readPlace(query), criterion ?? null), done),
} as const

export function withDone(to: string, done: string): string {
  return `${to}${to.includes('?') ? '&' : '?'}done=${done}`
}
