import { type CamelSql, camel } from '#database/camel.ts'
import type { Transaction } from '#database/sql.ts'
import type { RestsOn } from '#domain/assurance.ts'
import { londonDay } from '#domain/london-time.ts'
import { type AssuranceChange, setAssurance } from '#features/register/server/set-assurance.ts'
import type { Services } from '#requests/services.ts'
import { type JudgedCriterion, judgedCriteria, noBasis, settledEvidence } from '../judged-criteria.ts'
import { decidedByWords, nextReview } from '../rules.ts'
import { type CaseRow, findCase, findEntryOf, listFindings } from './queries.ts'

type Check = AssuranceChange['checks'][number]
type Assurance = Omit<AssuranceChange, 'entryId' | 'cause'>

const again: (CaseRow['kind'] | undefined)[] = ['appeal', 'again']
const nothing: Assurance = { assurance: 'declared', assuredOn: null, nextReviewOn: null, score: null, checks: [] }

/**
 * Writes into the register how far an application's entry was checked: `assessed` after an accreditation, `evidence` once the evidence of all that
 * must be met is accepted, otherwise `declared`. Called in the transaction of everything that may change it. Locks the application.
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
  // A refusal no longer holds once it is assessed again after an appeal or a conflict of interest.
  const cases = all.filter(({ outcome }, index) => outcome !== 'refuse' || !again.includes(all[index - 1]?.kind))
  // The last decision holds until the next; before the first one, the open assessment does.
  const valid = cases.find(({ status }) => status === 'decided') ?? cases[0]
  if (!entry || !valid) return
  const lastDay = entry.validUntil && londonDay(new Date(entry.validUntil))
  const cause = `assessment ${valid.id}`
  // Renewed without its facts confirmed, an entry is declared at most, until somebody confirms them.
  const unconfirmed = await sql<Record<string, never>[]>`
    select from renewal_confirmations
    where application_id = ${applicationId}::uuid and confirmed_at is null and due_at <= ${services.now().toISOString()}::timestamptz`
  const found = unconfirmed.length > 0 ? nothing : await foundIn(sql, valid.id, lastDay)
  await setAssurance(tx, { entryId: entry.id, cause, ...found }, services)
}

async function foundIn(sql: CamelSql, id: string, lastDay: string | null): Promise<Assurance> {
  const [found] = await findCase(sql, { id })
  const criteria = judgedCriteria(found!.criteria, found!.eventDraft, await listFindings(sql, { id }))
  if (found!.status === 'decided') return decided(found!, criteria, lastDay)
  const settled = settledEvidence(criteria)
  if (!settled) return nothing
  const days = settled.map(({ found }) => dayOf(found.stateAt)).toSorted()
  const assuredOn = days.at(-1)!
  const checks = settled.map((criterion) => {
    const { state, stateAt, hasDocument, documentUntil: basisOn } = criterion.found
    const result = state === 'not-applicable' ? 'not-applicable' : 'accepted'
    const isDocument = state === 'accepted' && hasDocument
    const rests = isDocument ? { basis: 'document' as const, basisOn, basisText: '' } : noBasis
    return check(criterion, result, 'Assessor', stateAt, rests)
  })
  return { assurance: 'evidence', assuredOn, nextReviewOn: nextReview(assuredOn, lastDay), score: null, checks }
}

function decided(found: CaseRow, criteria: JudgedCriterion[], lastDay: string | null): Assurance {
  if (found.outcome === 'refuse') return nothing
  const assuredOn = dayOf(found.decidedAt!)
  const by = decidedByWords[found.decidedBy!]
  const checks = criteria.flatMap((criterion) => {
    const { verdict, basis, basisOn, basisText } = criterion.found
    return verdict ? check(criterion, verdict, by, found.decidedAt!, { basis, basisOn, basisText }) : []
  })
  const nextReviewOn = nextReview(assuredOn, lastDay)
  return { assurance: 'assessed', assuredOn, nextReviewOn, score: found.score, checks }
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
