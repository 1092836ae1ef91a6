import type { Brand } from '#brand.ts'
import { addJob } from '#database/add-job.ts'
import { type Actor, recordChange } from '#database/record-change.ts'
import { asJson, type Transaction } from '#database/sql.ts'
import {
  type AccreditAfter,
  type Assurance,
  accreditAfter,
  assuranceLevels,
  assuranceNames,
  levelWords,
  mayBeAccredited,
  publishedStatusOf,
} from '#domain/assurance.ts'
import type { Day } from '#domain/formats.ts'
import { afterEvent, type RegisterStatus, type Step } from '#domain/register-status.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { accreditedMail, type MailHead, refusedMail, reopenedMail, unaccreditedMail } from '../mails.ts'
import { type AssuredEntry, type Check, isRefused, lockAssurance } from './assurance-queries.ts'
import { addHistory, type EntryRow } from './queries.ts'

export type AssuranceChange = {
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

/** What was accredited with less than is asked now stays so; a refusal lasts until the next assessment. */
export async function setAssurance(
  tx: Transaction,
  assured: AssuranceChange,
  services: Pick<Services, 'now' | 'brand' | 'env'>,
): Promise<'changed' | 'unchanged' | 'not-found'> {
  const { entryId, assurance, cause } = assured
  const [entry] = await lockAssurance(tx, { entryId })
  if (!entry) return 'not-found'
  // A statement of its own, which sees what was written during the wait for the lock.
  const before = await tx<Check[]>`
    select criterion_id as "criterionId", name, result, checked_by as "checkedBy", checked_on as "checkedOn", basis,
      basis_on as "basisOn", basis_text as "basisText"
    from register_checks where entry_id = ${entryId}::uuid order by position`
  const isKnown = textOf({ ...entry, checks: before }) === textOf(assured)
  const step = stepFor(entry, assurance, services.brand.accreditAfter)
  if (isKnown && !step) return 'unchanged'
  if (!isKnown) await write(tx, entry, assured, services)
  if (step) await changeAccreditation(tx, { entryId, before: entry.status, step, cause }, services)
  return 'changed'
}

/** Null for no change. */
function stepFor(entry: AssuredEntry, assurance: Assurance, after: AccreditAfter): Step | null {
  const due = publishedStatusOf({ assurance, isRefused: entry.isRefused }, after)
  if (due === 'refused') return afterEvent('refuse', entry.status, due)
  if (entry.status === 'refused') return afterEvent('reopen', entry.status, due)
  if (due === 'active') return afterEvent('assure', entry.status, due)
  return mayBeAccredited(entry.assurance, after) ? afterEvent('unassure', entry.status, due) : null
}

async function write(
  tx: Transaction,
  entry: AssuredEntry,
  { entryId, assurance, assuredOn, nextReviewOn, score, checks, cause }: AssuranceChange,
  services: Pick<Services, 'now'>,
): Promise<void> {
  const at = services.now().toISOString()
  await tx`delete from register_checks where entry_id = ${entryId}::uuid`
  await tx`
    insert into register_checks (entry_id, position, criterion_id, name, result, checked_by, checked_on, basis, basis_on, basis_text)
    select ${entryId}::uuid, position, "criterionId", name, result, "checkedBy", "checkedOn", basis, "basisOn", "basisText"
    from rows from (jsonb_to_recordset(${asJson(checks)}::jsonb)
      as ("criterionId" text, name text, result text, "checkedBy" text, "checkedOn" date, basis text, "basisOn" date, "basisText" text))
      with ordinality
      as g ("criterionId", name, result, "checkedBy", "checkedOn", basis, "basisOn", "basisText", position)
    order by position`
  // After the results: the change of the entry makes its kept pages new.
  await tx`
    update register_entries
    set assurance = ${assurance}::text, assured_on = ${assuredOn}::date, next_review_on = ${nextReviewOn}::date,
      score = ${score}::smallint, updated_at = ${at}::timestamptz
    where id = ${entryId}::uuid`
  const { status } = entry
  const reason = assuranceLevels[assurance].label
  await addHistory(tx, { entryId, at, change: 'assurance', before: status, after: status, reason, cause })
  if (assurance === 'assessed' && entry.applicationId) {
    const { applicationId } = entry
    await addJob(tx, 'give-gold-award', { applicationId }, { key: `give-gold-award:${applicationId}` })
  }
}

/** To compare with. */
function textOf({ checks, ...entry }: Omit<AssuranceChange, 'entryId' | 'cause'>): string {
  const names = ['criterionId', 'name', 'result', 'checkedBy', 'checkedOn', 'basis', 'basisOn', 'basisText'] as const
  const ofEntry = [entry.assurance, entry.assuredOn, entry.nextReviewOn, entry.score]
  return JSON.stringify([ofEntry, checks.map((check) => names.map((name) => check[name]))])
}

type AccreditedEntry = Pick<EntryRow, 'number' | 'slug' | 'title' | 'assurance' | 'assuredOn'> & {
  applicationId: string | null
  contactName: string | null
  email: string | null
}

async function changeAccreditation(
  tx: Transaction,
  { entryId, before, step, cause }: { entryId: string; before: RegisterStatus; step: Step; cause: string },
  services: Pick<Services, 'now' | 'brand' | 'env'>,
): Promise<void> {
  const at = services.now().toISOString()
  const reason = step.to === 'refused' ? refusedReason : null
  const [entry] = await tx<AccreditedEntry[]>`
    update register_entries as e
    set status = ${step.to}::text, status_reason = ${reason}::text, updated_at = ${at}::timestamptz,
      valid_from = case when ${step.to}::text = 'active' then ${at}::timestamptz else e.valid_from end
    from register_entries as same left join organisations as o on o.id = same.organisation_id
    where e.id = ${entryId}::uuid and same.id = e.id
    returning e.number, e.slug, e.title, e.assurance, e.assured_on as "assuredOn", e.application_id as "applicationId", o.contact_name as "contactName", o.email`
  const shown = entry && step.to === 'active' ? `Level: ${levelWords(entry)}` : reason
  await addHistory(tx, { entryId, at, change: step.change, before, after: step.to, reason: shown, cause })
  if (!entry?.email) return
  const head = {
    to: { name: entry.contactName ?? '', email: entry.email },
    once: `entry-${step.change}:${entryId}:${at}`,
    ...(entry.applicationId && { application: entry.applicationId }),
  }
  await queueMail(tx, mailOf(step, entry, before, services.brand, head), services)
}

/** Public. The reasons are between the applicant and us. */
const refusedReason = 'It was assessed against the criteria, and does not meet what an accreditation asks for.'

function mailOf({ to, change }: Step, entry: AccreditedEntry, before: RegisterStatus, brand: Brand, head: MailHead) {
  if (to === 'active') return accreditedMail(entry, head)
  if (to === 'refused') return refusedMail(entry, before === 'active', brand, head)
  return change === 'reopened' ? reopenedMail(entry, brand, head) : unaccreditedMail(entry, brand, head)
}

const eventFor = { active: 'assure', listed: 'unassure', refused: 'refuse' } as const

type AlignServices = Pick<Services, 'sql' | 'now' | 'brand' | 'env'>

/** After a change of ACCREDIT_AFTER. `takesBack`: accredited entries that were checked too little become listed. */
export async function alignAccreditation(
  services: AlignServices,
  { takesBack, actor }: { takesBack: boolean; actor: Actor | null },
): Promise<{ accredited: number; unaccredited: number }> {
  const after = services.brand.accreditAfter
  const enough = assuranceNames.filter((assurance) => mayBeAccredited(assurance, after))
  const cause = `ACCREDIT_AFTER=${after}`
  const counts = { accredited: 0, unaccredited: 0 }
  const { sql } = services
  // What the authority has entered itself is accredited by that.
  const unaligned = await sql<{ id: string }[]>`
    select id from register_entries as e
    where status = 'listed' and assurance = any(${enough}::text[])
      or status in ('active', 'listed') and ${isRefused(sql)}
      ${takesBack ? sql`or status = 'active' and application_id is not null and assurance <> all(${enough}::text[])` : sql``}
    order by id`
  for (const { id: entryId } of unaligned) {
    await services.sql.begin(async (tx) => {
      const [entry] = await lockAssurance(tx, { entryId })
      const due = publishedStatusOf(entry!, after)
      const step = afterEvent(eventFor[due], entry!.status, due)
      if (!step) return
      await changeAccreditation(tx, { entryId, before: entry!.status, step, cause }, services)
      if (actor) {
        await recordChange(tx, {
          actor,
          subject: { kind: 'entry', id: entryId },
          action: step.change,
          before: { status: entry!.status },
          after: { status: step.to },
        })
      }
      counts[due === 'active' ? 'accredited' : 'unaccredited']++
    })
  }
  return counts
}

/** Run by the clock; it never takes an accreditation back. */
export async function accreditAssured(_: Record<string, never>, services: AlignServices): Promise<void> {
  await alignAccreditation(services, { takesBack: false, actor: null })
}

export function choiceWords(after: keyof typeof accreditAfter): string {
  return `A paid entry is accredited ${accreditAfter[after].when} (ACCREDIT_AFTER=${after}).`
}
