import { byPerson, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import { type Admin, carries, type Permission, roles } from '#domain/permissions.ts'
import { readOpenDecisions } from '#features/applications/server/read-open-decisions.ts'
import type { Services } from '#requests/services.ts'
import { type Failure, failure } from '#wire/failure.ts'
import { type JudgedCriterion, judgedCriteria } from '../judged-criteria.ts'
import type { CaseStatus, Condition, Outcome, Step } from '../rules.ts'
import { hasDeclared } from '../steps.ts'
import { type CaseRow, findCase, listFindings, lockApplicationOf } from './case-queries.ts'
import { addStep, listSteps, type StepRow } from './step-queries.ts'

/** A case while it is worked on: locked, as it is now, and free of what would keep this person from it. */
export type CaseWork = {
  tx: Transaction
  found: CaseRow
  criteria: JudgedCriterion[]
  steps: StepRow[]
  admin: Admin
  /** ISO time in UTC. */
  at: string
  /** `YYYY-MM-DD` in London. */
  today: string
}

const unknownCase = failure('not-found', 'There is no such assessment.')
const conflicted = failure('forbidden', 'You declared a conflict of interest in this assessment.')
const ineligible = {
  withdrawn: failure('conflict', 'Nothing was changed: the applicant has withdrawn this application.'),
  rejected: failure('conflict', 'Nothing was changed: this application was rejected.'),
}
const undeclared = failure('conflict', 'Nothing was changed: declare first whether you have a conflict of interest.')
/** Somebody was faster, or the page is an old one. */
export const overtaken = failure(
  'conflict',
  'Nothing was changed: the assessment has changed since you opened the page. You can see it below as it is now.',
)

/**
 * Works on a case in one transaction. The application is locked first, then everything is read: who proposed, who declared what, where the
 * case is. So of two people at once the second meets what the first has done.
 *
 * @param during where the case may be for this. @param declared it is part of a decision: whoever does it has declared that they have no
 * conflict of interest, and nothing else is in its way (`openDecisions`).
 * @param work changes it, or says why it is not changed; nothing is changed by a failure.
 */
export async function workOnCase<Done>(
  { sql, now }: Pick<Services, 'sql' | 'now'>,
  {
    id,
    admin,
    during,
    declared = false,
  }: { id: string; admin: Admin; during: readonly CaseStatus[]; declared?: boolean },
  work: (found: CaseWork) => Promise<Done | Failure>,
): Promise<Done | Failure> {
  const done = sql.begin(async (tx) => {
    await lockApplicationOf(tx, { id })
    const [found] = await findCase(tx, { id })
    if (!found) return unknownCase
    const steps = await listSteps(tx, { id })
    const asked = { applicationId: found.application_id, personId: admin.id }
    const { assess: bar } = (await readOpenDecisions(tx, asked, now()))!.open
    if (bar === 'conflict') return conflicted
    if (!during.includes(found.status)) return overtaken
    if (declared && !hasDeclared(steps, admin.id)) return undeclared
    if (declared && bar) return ineligible[bar]
    const criteria = judgedCriteria(found.criteria, found.event_draft, await listFindings(tx, { id }))
    const at = now()
    return await work({ tx, found, criteria, steps, admin, at: at.toISOString(), today: londonDay(at) })
  })
  return (await done) as Done | Failure
}

type Taken = {
  outcome?: Outcome | null
  reason?: string
  isSafety?: boolean
  conditions?: readonly Condition[]
  about?: number | null
  /** Left out for this person; null for nobody of the admin area. */
  by?: null
}

/** Writes a step into the history of the case and, what is no text, into the audit log. @returns its id. */
export async function takeStep(
  { tx, found: { id }, admin, at }: Pick<CaseWork, 'tx' | 'found' | 'admin' | 'at'>,
  step: Step,
  { outcome = null, reason = '', isSafety = false, conditions = [], about = null, by }: Taken = {},
): Promise<number> {
  const [added] = await addStep(tx, {
    id,
    step,
    byId: by === null ? null : admin.id,
    byName: by === null ? '' : admin.name,
    outcome,
    reason,
    isSafety,
    conditions,
    about,
    now: at,
  })
  const after = outcome === null ? null : { outcome, ...(isSafety ? { isSafety } : {}) }
  await recordChange(tx, { actor: byPerson(admin), subject: { kind: 'assessment', id }, action: step, after })
  return added!.id
}

/** Writes a change of what was found into the audit log. */
export async function noteChange(
  { tx, found: { id }, admin }: CaseWork,
  action: string,
  before: Record<string, unknown>,
  after: Record<string, unknown>,
): Promise<void> {
  await recordChange(tx, { actor: byPerson(admin), subject: { kind: 'assessment', id }, action, before, after })
}

/** The roles whose people hold a permission. */
export function rolesWith(permission: Permission): string[] {
  return roles.filter((role) => carries([role], permission))
}
