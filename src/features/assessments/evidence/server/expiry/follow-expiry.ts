import { type CamelSql, type CamelTransaction, camel } from '#database/camel.ts'
import { dayAfter } from '#domain/calendar-day.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { londonDay } from '#domain/london-time.ts'
import { evidenceCause } from '#domain/register-answer.ts'
import { publishAssurance } from '#features/assessments/cases/server/publish-assurance.ts'
import { criteriaFor } from '#features/assessments/criteria/criterion.ts'
import { assessedEvent, dayWords } from '#features/assessments/evidence/rules.ts'
import { withholdByEvidence } from '#features/register/server/end-entry.ts'
import { appealLink } from '#mail/appeal-link.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { askAgain, findEvidence, findHolder, type Holder, openFollower } from '../queries.ts'
import { expiredMail, lapsedMail, lastDayNearMail, reinstatedMail, suspendedMail } from './mails.ts'

type ExpiryServices = Pick<Services, 'sql' | 'now' | 'brand' | 'env'>
type ExpiredDocument = { criterionId: string; lastDay: Day }

/** Before the last day of a document. */
const reminderDays = [7, 30]
/** From a suspension until the entry lapses. */
const lapseDays = 90
const batchSize = 100
/** In days: after a longer outage nobody is emailed about documents that expired before it. */
const lookBackDays = 400

/** Each step is taken in the transaction of its mail, so it happens once, in however many processes this runs. */
export async function followExpiry(_: Record<string, never>, services: ExpiryServices): Promise<void> {
  const today = londonDay(services.now())
  await remindAll(services, { from: dayAfter(today, -lookBackDays), until: dayAfter(today, -1), days: 0 })
  await askAgain(camel(services.sql), { today })
  for (const days of reminderDays) await remindAll(services, { from: today, until: dayAfter(today, days), days })
  await suspendAll(services, today)
  await reinstateAll(services, today)
  await lapseAll(services)
}

type DueFile = { id: string; applicationId: string; criterionId: string; expiresOn: Day; isAccepted: boolean }

/**
 * Documents of which their sender has not been told at this distance. Left out is what a later document covers, and what no assessment or entry needs.
 *
 * @param due.days 30, 7, or 0 for what has expired.
 */
async function remindAll(services: ExpiryServices, due: { from: Day; until: Day; days: number }): Promise<void> {
  for (let count = batchSize; count === batchSize; ) {
    count = await services.sql.begin(async (tx) => {
      const sql = camel(tx)
      const files = await sql<DueFile[]>`
        with due as (
          select f.id
          from evidence_files as f
          join applications as a on a.id = f.application_id and a.status <> 'rejected' and a.withdrawn_at is null
          left join register_entries as r on r.application_id = a.id
          left join assessments as s on s.application_id = a.id and s.status <> 'decided'
          where f.state = 'ready' and f.expires_on between ${due.from}::date and ${due.until}::date
            and (f.told_days is null or f.told_days > ${due.days}::int)
            and (r.status in ('active', 'listed', 'suspended') or (r.id is null and s.id is not null))
            and not exists (
              select from evidence_files as o
              left join assessment_criteria as c on c.assessment_id = s.id and c.criterion_id = o.criterion_id
              where o.application_id = f.application_id and o.criterion_id = f.criterion_id and o.expires_on > f.expires_on
                and o.state in ('checking', 'ready') and (o.accepted_at is not null or c.state = 'received')
            )
          order by f.expires_on
          limit 100
          for update of f skip locked
        )
        update evidence_files as f set told_days = ${due.days}::int
        from due where f.id = due.id
        returning f.id, f.application_id, f.criterion_id, f.expires_on, f.accepted_at is not null as is_accepted`
      for (const file of files) await remind(sql, services, file, due.days)
      return files.length
    })
  }
}

async function remind(sql: CamelTransaction, services: ExpiryServices, file: DueFile, days: number): Promise<void> {
  const { id: fileId, applicationId, expiresOn: lastDay } = file
  const asked = await criterionOf(sql, applicationId, file.criterionId)
  if (!asked) return
  if (days === 0 && file.isAccepted) await openFollower(sql, { applicationId, now: services.now().toISOString() })
  await mailHolder(sql, services, applicationId, (holder) => {
    const isHeld = file.isAccepted && asked.level === 'must' && holder.registerStatus === 'active'
    const suspendedAfter = isHeld ? dayAfter(lastDay, asked.graceDays ?? 0) : null
    const document = { fileId, criterion: asked.name, lastDay, suspendedAfter }
    return days > 0 ? lastDayNearMail(holder, document, days) : expiredMail(holder, document)
  })
}

async function mailHolder(
  sql: CamelTransaction,
  services: ExpiryServices,
  applicationId: string,
  write: (holder: Holder) => MailDraft,
): Promise<void> {
  const [holder] = await findHolder(sql, { applicationId })
  await queueMail(sql.raw, write(holder!), services)
}

/** Undefined where the latest assessment does not ask for it. */
async function criterionOf(sql: CamelSql, applicationId: string, criterionId: string) {
  const [found] = await findEvidence(sql, { applicationId })
  const asked = found ? criteriaFor(found.criteria, assessedEvent(found.eventDraft)) : []
  return asked.find(({ id }) => id === criterionId)
}

async function suspendAll(services: ExpiryServices, today: Day): Promise<void> {
  // A document suspends an entry once, after its sender was told and while no newer one is with an assessor.
  const sql = camel(services.sql)
  const expired = await sql<(ExpiredDocument & { applicationId: string })[]>`
    select e.application_id, e.criterion_id, e.last_day
    from accepted_evidence as e
    join register_entries as r on r.application_id = e.application_id and r.status = 'active'
    left join assessments as s on s.application_id = e.application_id and s.status <> 'decided'
    left join assessment_criteria as c on c.assessment_id = s.id and c.criterion_id = e.criterion_id
    where e.last_day < ${today}::date and c.state is distinct from 'received'
      and not coalesce(c.state = 'not-applicable' and c.verdict is not null, false)
      and exists (
        select from evidence_files as f
        where f.application_id = e.application_id and f.criterion_id = e.criterion_id and f.expires_on = e.last_day
          and f.state = 'ready' and f.told_days = 0 and f.suspended_at is null
      )
    order by e.application_id, e.criterion_id`
  for (const [applicationId, documents] of Map.groupBy(expired, (each) => each.applicationId))
    await services.sql.begin(async (transaction) => {
      const tx = camel(transaction)
      const over = await listOver(tx, applicationId, documents, today)
      if (over.length === 0) return
      const named = over.map(({ name, lastDay }) => `${name} (valid until ${dayWords(lastDay)})`).join(', ')
      const reason = `Required evidence has expired: ${named}.`
      if (!(await withholdByEvidence(transaction, { applicationId, event: 'suspend', reason }, services))) return
      await tx`
        update evidence_files set suspended_at = ${services.now().toISOString()}::timestamptz
        where application_id = ${applicationId}::uuid and criterion_id = any(${over.map(({ id }) => id)}::text[])
          and state = 'ready' and expires_on < ${today}::date and suspended_at is null`
      await publishAssurance(transaction, { applicationId }, services)
      const lapsesAfter = dayAfter(today, lapseDays)
      await mailHolder(tx, services, applicationId, (holder) => {
        const appeal = appealLink({ appId: applicationId, email: holder.email }, services.env)
        return suspendedMail(holder, { reason, lapsesAfter, appeal }, services.brand)
      })
    })
}

/** What is required, and has no days of grace left. */
async function listOver(sql: CamelSql, applicationId: string, expired: ExpiredDocument[], today: Day) {
  const over: { id: string; name: string; lastDay: Day }[] = []
  for (const { criterionId, lastDay } of expired) {
    const asked = await criterionOf(sql, applicationId, criterionId)
    if (asked?.level !== 'must' || dayAfter(lastDay, asked.graceDays ?? 0) >= today) continue
    over.push({ id: criterionId, name: asked.name, lastDay })
  }
  return over
}

async function reinstateAll(services: ExpiryServices, today: Day): Promise<void> {
  // Entries that only evidence has suspended or lapsed; a lapsed one while its listing is paid.
  const sql = camel(services.sql)
  const suspended = await sql<{ applicationId: string; expired: ExpiredDocument[] }[]>`
    select r.application_id, (
      select coalesce(jsonb_agg(jsonb_build_object('criterionId', e.criterion_id, 'lastDay', e.last_day)), '[]')
      from accepted_evidence as e
      left join assessments as s on s.application_id = e.application_id and s.status <> 'decided'
      left join assessment_criteria as c on c.assessment_id = s.id and c.criterion_id = e.criterion_id
      where e.application_id = r.application_id and e.last_day < ${today}::date
        and not coalesce(c.state = 'not-applicable' and c.verdict is not null, false)
    ) as expired
    from register_entries as r
    where r.application_id is not null and ${evidenceCause}::text = (
        select cause from register_history as h
        where h.entry_id = r.id and (
          r.status = 'suspended' and h.change in ('suspended', 'reinstated', 'revoked')
          or r.status = 'lapsed' and h.change <> 'assurance' and not (h.change = 'edited' and h.cause like '% of the admin area')
        )
        order by h.id desc limit 1
      )
      and (r.status = 'suspended' or r.status = 'lapsed' and r.valid_until > ${services.now().toISOString()}::timestamptz)
    order by r.application_id`
  for (const { applicationId, expired } of suspended)
    await services.sql.begin(async (transaction) => {
      const tx = camel(transaction)
      if ((await listOver(tx, applicationId, expired, today)).length > 0) return
      const reason = 'The expired evidence was replaced and accepted.'
      const change = { applicationId, event: 'returnByEvidence', reason } as const
      const status = await withholdByEvidence(transaction, change, services)
      if (status) await mailHolder(tx, services, applicationId, (holder) => reinstatedMail(holder, status))
    })
}

async function lapseAll(services: ExpiryServices): Promise<void> {
  const now = services.now()
  const at = now.toISOString()
  const suspendedBefore = new Date(now.getTime() - lapseDays * 86_400_000).toISOString()
  // Entries that only evidence has suspended, whose listing has ended or for which no document has come for too long.
  const sql = camel(services.sql)
  const due = await sql<{ applicationId: string; validUntil: Instant | null }[]>`
    select r.application_id, r.valid_until
    from register_entries as r
    cross join lateral (
      select cause, happened_at from register_history as h
      where h.entry_id = r.id and h.change in ('suspended', 'reinstated', 'revoked')
      order by h.id desc limit 1
    ) as last
    where r.status = 'suspended' and r.application_id is not null and last.cause = ${evidenceCause}::text
      and (
        r.valid_until <= ${at}::timestamptz
        or last.happened_at < ${suspendedBefore}::timestamptz and not exists (
          select from assessments as s join assessment_criteria as c on c.assessment_id = s.id
          where s.application_id = r.application_id and s.status <> 'decided' and c.state = 'received'
        )
      )
    order by r.application_id`
  for (const { applicationId, validUntil } of due)
    await services.sql.begin(async (transaction) => {
      const tx = camel(transaction)
      const isOver = validUntil !== null && validUntil <= at
      const reason = isOver
        ? 'The listing ran out while it was suspended for evidence.'
        : `Required evidence has expired, and no new document was accepted within ${lapseDays} days.`
      if (!(await withholdByEvidence(transaction, { applicationId, event: 'lapseByEvidence', reason }, services)))
        return
      // If the listing is paid again without a new document, the entry is suspended again.
      await tx`
        update evidence_files set suspended_at = null
        where application_id = ${applicationId}::uuid and suspended_at is not null`
      await mailHolder(tx, services, applicationId, (holder) => lapsedMail(holder, { reason, isOver }, services.brand))
    })
}
