import type { Transaction } from '#database/sql.ts'
import type { RestsOn } from '#domain/assurance.ts'
import { londonDay } from '#domain/london-time.ts'
import { type Assured, setAssurance } from '#features/register/server/set-assurance.ts'
import type { Services } from '#requests/services.ts'
import { isEvidenceComplete, type JudgedCriterion, judgedCriteria, settledCriteria } from '../judged-criteria.ts'
import { decidedByWords, nextReview } from '../rules.ts'
import { type CaseRow, findCase, findEntryOf, listCasesOf, listFindings, lockApplication } from './case-queries.ts'

type Check = Assured['checks'][number]
type Found = Omit<Assured, 'entryId' | 'cause'>

const anew: (CaseRow['kind'] | undefined)[] = ['appeal', 'again']
const nothing: Found = { assurance: 'declared', assuredOn: null, nextReviewOn: null, score: null, checks: [] }

/**
 * Works out how far an application's entry was checked, from what its assessments say, and writes it into the register: `assessed` after an
 * accreditation, `evidence` once the evidence of every criterion that must be met is accepted, `declared` otherwise and after a refusal.
 * Called in the transaction of whatever may change that, and when an entry is published. Without an entry it does nothing; run again, it
 * changes nothing. It locks the application.
 */
export async function publishAssurance(
  tx: Transaction,
  { applicationId }: { applicationId: string },
  services: Pick<Services, 'now' | 'brand' | 'env'>,
): Promise<void> {
  await lockApplication(tx, { applicationId })
  const [entry] = await findEntryOf(tx, { applicationId })
  const all = await listCasesOf(tx, { applicationId })
  // A refusal that is assessed anew, after an appeal or a conflict of interest, says nothing any more.
  const cases = all.filter(({ outcome }, index) => outcome !== 'refuse' || !anew.includes(all[index - 1]?.kind))
  // What was decided last holds until another decision; before the first one the open assessment tells.
  const telling = cases.find(({ status }) => status === 'decided') ?? cases[0]
  if (!entry || !telling) return
  const lastDay = entry.valid_until && londonDay(new Date(entry.valid_until))
  const cause = `assessment ${telling.id}`
  await setAssurance(tx, { entryId: entry.id, cause, ...(await foundIn(tx, telling.id, lastDay)) }, services)
}

async function foundIn(tx: Transaction, id: string, lastDay: string | null): Promise<Found> {
  const [found] = await findCase(tx, { id })
  const criteria = judgedCriteria(found!.criteria, found!.event_draft, await listFindings(tx, { id }))
  if (found!.status === 'decided') return decided(found!, criteria, lastDay)
  if (!isEvidenceComplete(criteria)) return nothing
  const settled = settledCriteria(criteria)
  const assuredOn = settled
    .map(({ found }) => dayOf(found.state_at))
    .toSorted()
    .at(-1)!
  const checks = settled.map((criterion) =>
    check(
      criterion,
      criterion.found.state === 'not-applicable' ? 'not-applicable' : 'accepted',
      'Assessor',
      criterion.found.state_at,
      criterion.found.state === 'accepted' && criterion.found.has_document
        ? { basis: 'document', basisOn: criterion.found.document_until, basisText: '' }
        : nowhere,
    ),
  )
  return { assurance: 'evidence', assuredOn, nextReviewOn: nextReview(assuredOn, lastDay), score: null, checks }
}

function decided(found: CaseRow, criteria: JudgedCriterion[], lastDay: string | null): Found {
  if (found.outcome === 'refuse') return nothing
  const assuredOn = dayOf(found.decided_at!)
  const by = decidedByWords[found.decided_by!]
  const checks = criteria.flatMap((criterion) =>
    criterion.found.verdict
      ? [check(criterion, criterion.found.verdict, by, found.decided_at!, recordedOf(criterion))]
      : [],
  )
  const nextReviewOn = nextReview(assuredOn, lastDay)
  return { assurance: 'assessed', assuredOn, nextReviewOn, score: found.score, checks }
}

const nowhere: RestsOn = { basis: null, basisOn: null, basisText: '' }

/** What a result of a decision rests on is what was recorded then. */
function recordedOf({ found: { basis, basis_on: basisOn, basis_text: basisText } }: JudgedCriterion): RestsOn {
  return { basis, basisOn, basisText }
}

function check(
  { id, name }: JudgedCriterion,
  result: Check['result'],
  checkedBy: string,
  at: string,
  rests: RestsOn,
): Check {
  return { criterionId: id, name, result, checkedBy, checkedOn: dayOf(at), ...rests }
}

function dayOf(time: string): string {
  return londonDay(new Date(time))
}
