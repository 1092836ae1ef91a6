import { type CamelSql, camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import type { RestsOn } from '#domain/assurance.ts'
import { londonDay } from '#domain/london-time.ts'
import { type Assured, setAssurance } from '#features/register/server/set-assurance.ts'
import type { Services } from '#requests/services.ts'
import { isEvidenceComplete, type JudgedCriterion, judgedCriteria, settledCriteria } from '../judged-criteria.ts'
import { decidedByWords, nextReview } from '../rules.ts'
import { type CaseRow, findCase, findEntryOf, listFindings } from './queries.ts'

type Check = Assured['checks'][number]
type Assurance = Omit<Assured, 'entryId' | 'cause'>

const again: (CaseRow['kind'] | undefined)[] = ['appeal', 'again']
const nothing: Assurance = { assurance: 'declared', assuredOn: null, nextReviewOn: null, score: null, checks: [] }

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
  const sql = camel(tx)
  await sql<{ id: string }[]>`select id from applications where id = ${applicationId}::uuid for update`
  const [entry] = await findEntryOf(sql, { applicationId })
  const all = await sql<Pick<CaseRow, 'id' | 'kind' | 'status' | 'outcome'>[]>`
    select id, kind, status, outcome from assessments where application_id = ${applicationId}::uuid order by opened_at desc, id`
  // A refusal that is assessed again, after an appeal or a conflict of interest, no longer says anything.
  const cases = all.filter(({ outcome }, index) => outcome !== 'refuse' || !again.includes(all[index - 1]?.kind))
  // What was decided last holds until another decision; before the first one the open assessment tells.
  const telling = cases.find(({ status }) => status === 'decided') ?? cases[0]
  if (!entry || !telling) return
  const lastDay = entry.validUntil && londonDay(new Date(entry.validUntil))
  const cause = `assessment ${telling.id}`
  await setAssurance(tx, { entryId: entry.id, cause, ...(await foundIn(sql, telling.id, lastDay)) }, services)
}

async function foundIn(sql: CamelSql, id: string, lastDay: string | null): Promise<Assurance> {
  const [found] = await findCase(sql, { id })
  const criteria = judgedCriteria(found!.criteria, found!.eventDraft, await listFindings(sql, { id }))
  if (found!.status === 'decided') return decided(found!, criteria, lastDay)
  if (!isEvidenceComplete(criteria)) return nothing
  const settled = settledCriteria(criteria)
  const assuredOn = settled
    .map(({ found }) => dayOf(found.stateAt))
    .toSorted()
    .at(-1)!
  const checks = settled.map((criterion) =>
    check(
      criterion,
      criterion.found.state === 'not-applicable' ? 'not-applicable' : 'accepted',
      'Assessor',
      criterion.found.stateAt,
      criterion.found.state === 'accepted' && criterion.found.hasDocument
        ? { basis: 'document', basisOn: criterion.found.documentUntil, basisText: '' }
        : nowhere,
    ),
  )
  return { assurance: 'evidence', assuredOn, nextReviewOn: nextReview(assuredOn, lastDay), score: null, checks }
}

function decided(found: CaseRow, criteria: JudgedCriterion[], lastDay: string | null): Assurance {
  if (found.outcome === 'refuse') return nothing
  const assuredOn = dayOf(found.decidedAt!)
  const by = decidedByWords[found.decidedBy!]
  const checks = criteria.flatMap((criterion) => {
    // What a result of a decision rests on is what was recorded then.
    const { verdict, basis, basisOn, basisText } = criterion.found
    return verdict ? check(criterion, verdict, by, found.decidedAt!, { basis, basisOn, basisText }) : []
  })
  const nextReviewOn = nextReview(assuredOn, lastDay)
  return { assurance: 'assessed', assuredOn, nextReviewOn, score: found.score, checks }
}

const nowhere: RestsOn = { basis: null, basisOn: null, basisText: '' }

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
