import { addJob } from '#database/add-job.ts'
import type { Transaction } from '#database/sql.ts'
import { type AccreditAfter, type Assurance, assuranceLevels, mayBeAccredited, standingOf } from '#domain/assurance.ts'
import type { Day } from '#domain/formats.ts'
import { afterEvent, type Step } from '#domain/register-status.ts'
import type { Services } from '#requests/services.ts'
import {
  type AssuredEntry,
  addChecks,
  type Check,
  dropChecks,
  listChecks,
  lockAssurance,
  saveAssurance,
} from './assurance-queries.ts'
import { changeAccreditation } from './change-accreditation.ts'
import { addHistory } from './queries.ts'

export type Assured = {
  entryId: string
  assurance: Assurance
  /** In London; null for `declared`. */
  assuredOn: Day | null
  /** Null when nothing is planned. */
  nextReviewOn: Day | null
  /** In percent of the points that could be had; null when nothing was scored. */
  score: number | null
  checks: Check[]
  /** Kept in the history, not shown. */
  cause: string
}

/** Accreditation follows. What was accredited with less than is asked now stays so; a refusal lasts until the next assessment. */
export async function setAssurance(
  tx: Transaction,
  assured: Assured,
  services: Pick<Services, 'now' | 'brand' | 'env'>,
): Promise<'changed' | 'unchanged' | 'not-found'> {
  const { entryId, assurance, cause } = assured
  const [entry] = await lockAssurance(tx, { entryId })
  if (!entry) return 'not-found'
  // A statement of its own, which sees what was written during the wait for the lock.
  const before = await listChecks(tx, { entryId })
  const isKnown = isSame({ ...entry, checks: before }, assured)
  const step = stepFor(entry, assurance, services.brand.accreditAfter)
  if (isKnown && !step) return 'unchanged'
  if (!isKnown) await write(tx, entry, assured, services)
  if (step) await changeAccreditation(tx, { entryId, before: entry.status, step, cause }, services)
  return 'changed'
}

/** Null for no change. */
function stepFor(entry: AssuredEntry, assurance: Assurance, after: AccreditAfter): Step | null {
  const standing = standingOf({ assurance, isRefused: entry.isRefused }, after)
  if (standing === 'refused') return afterEvent('refuse', entry.status, standing)
  if (entry.status === 'refused') return afterEvent('reopen', entry.status, standing)
  if (standing === 'active') return afterEvent('assure', entry.status, standing)
  return mayBeAccredited(entry.assurance, after) ? afterEvent('unassure', entry.status, standing) : null
}

async function write(
  tx: Transaction,
  entry: AssuredEntry,
  { entryId, assurance, assuredOn, nextReviewOn, score, checks, cause }: Assured,
  services: Pick<Services, 'now'>,
): Promise<void> {
  const at = services.now().toISOString()
  await dropChecks(tx, { entryId })
  await addChecks(tx, { entryId, checks })
  // After the results: the change of the entry makes its kept pages new.
  await saveAssurance(tx, { entryId, assurance, assuredOn, nextReviewOn, score, at })
  await addHistory(tx, {
    entryId,
    at,
    change: 'assurance',
    before: entry.status,
    after: entry.status,
    reason: assuranceLevels[assurance].label,
    cause,
  })
  if (assurance === 'assessed' && entry.applicationId) {
    const { applicationId } = entry
    await addJob(tx, 'give-gold-award', { applicationId }, { key: `give-gold-award:${applicationId}` })
  }
}

function isSame(entry: AssuredEntry & { checks: Check[] }, assured: Assured): boolean {
  const told = ({ criterionId, name, result, checkedBy, checkedOn, basis, basisOn, basisText }: Check) =>
    JSON.stringify([criterionId, name, result, checkedBy, checkedOn, basis, basisOn, basisText])
  return (
    entry.assurance === assured.assurance &&
    entry.assuredOn === assured.assuredOn &&
    entry.nextReviewOn === assured.nextReviewOn &&
    entry.score === assured.score &&
    entry.checks.map(told).join() === assured.checks.map(told).join()
  )
}
