import type { Transaction } from '#database/sql.ts'
import { dayAfter } from '#domain/calendar-day.ts'
import { londonDay } from '#domain/london-time.ts'
import { evidenceCause } from '#domain/register-answer.ts'
import { publishAssurance } from '#features/assessments/cases/server/publish-assurance.ts'
import { criteriaFor } from '#features/assessments/criteria/criterion.ts'
import { assessedEvent, dayWords } from '#features/assessments/evidence/rules.ts'
import { withholdByEvidence } from '#features/register/server/withhold-by-evidence.ts'
import { appealLink } from '#mail/appeal-link.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { findRoom } from '../room-queries.ts'
import { lapsedMail, lastDayNearMail, reinstatedMail, runOutMail, suspendedMail } from './mails.ts'
import {
  askAgain,
  type DueFile,
  forgetSuspended,
  listRunOut,
  listSuspended,
  listUnfollowed,
  noteSuspended,
  openFollowing,
  type RunOut,
  readHolder,
  takeDueFiles,
} from './queries.ts'

type Needed = Pick<Services, 'sql' | 'now' | 'brand' | 'env'>

/** So many days before the last day of a document its sender is reminded. */
const reminderDays = [7, 30]
/** Days for which an entry stays suspended for evidence that nobody has followed. Then it lapses. */
const lapseDays = 90
const atATime = 100
/** How far back it is looked for documents that have run out: a site that was away for longer tells of nothing older. */
const lookBackDays = 400

/**
 * Follows the last days of documents: reminds of them, asks for the next ones, suspends entries whose required evidence has run out and
 * whose days of grace are over, reinstates them once a new document is accepted, and lapses them where none comes. Each step is taken in the transaction of its mail, so
 * it happens once, however often and in however many processes this runs.
 */
export async function followExpiry(services: Needed): Promise<void> {
  const now = services.now()
  const today = londonDay(now)
  await tellAll(services, { from: dayAfter(today, -lookBackDays), until: dayAfter(today, -1), days: 0 })
  await askAgain(services.sql, { today })
  for (const days of reminderDays) await tellAll(services, { from: today, until: dayAfter(today, days), days })
  await suspendAll(services, today)
  await reinstateAll(services, today)
  await lapseAll(services)
}

/** The same as a job by the clock. */
export async function followExpiryJob(_: Record<string, never>, services: Needed): Promise<void> {
  await followExpiry(services)
}

async function tellAll(services: Needed, due: { from: string; until: string; days: number }): Promise<void> {
  for (let taken = atATime; taken === atATime; ) {
    taken = await services.sql.begin(async (tx) => {
      const files = await takeDueFiles(tx, due)
      for (const file of files) await tell(tx, services, file, due.days)
      return files.length
    })
  }
}

async function tell(tx: Transaction, services: Needed, file: DueFile, days: number): Promise<void> {
  const { id: fileId, application_id: applicationId, expires_on: lastDay } = file
  const asked = await criterionOf(tx, applicationId, file.criterion_id)
  if (!asked) return
  const [holder] = await readHolder(tx, { applicationId })
  const isHeld = file.is_accepted && asked.level === 'must' && holder!.register_status === 'active'
  const document = {
    fileId,
    criterion: asked.name,
    lastDay,
    suspendedAfter: isHeld ? dayAfter(lastDay, asked.graceDays ?? 0) : null,
  }
  if (days > 0) {
    await queueMail(tx, lastDayNearMail(holder!, document, days), services)
    return
  }
  if (file.is_accepted) await openFollowing(tx, { applicationId, now: services.now().toISOString() })
  await queueMail(tx, runOutMail(holder!, document), services)
}

/** A criterion as an application's latest assessment asks it; undefined where it does not. */
async function criterionOf(tx: Transaction, applicationId: string, criterionId: string) {
  const [room] = await findRoom(tx, { applicationId })
  const asked = room ? criteriaFor(room.criteria, assessedEvent(room.event_draft)) : []
  return asked.find(({ id }) => id === criterionId)
}

async function suspendAll(services: Needed, today: string): Promise<void> {
  const byApplication = Map.groupBy(await listRunOut(services.sql, { today }), (each) => each.application_id)
  for (const [applicationId, runOut] of byApplication) {
    await services.sql.begin(async (tx) => {
      const over = await listOver(tx, applicationId, runOut, today)
      if (over.length === 0) return
      const named = over.map(({ name, lastDay }) => `${name} (valid until ${dayWords(lastDay)})`).join(', ')
      const reason = `Required evidence has expired: ${named}.`
      const now = services.now()
      const { accreditAfter } = services.brand
      if (!(await withholdByEvidence(tx, { applicationId, event: 'suspend', reason, accreditAfter, now }))) return
      const criterionIds = over.map(({ id }) => id)
      await noteSuspended(tx, { applicationId, criterionIds, today, now: now.toISOString() })
      await publishAssurance(tx, { applicationId }, services)
      const [holder] = await readHolder(tx, { applicationId })
      const lapsesAfter = dayAfter(today, lapseDays)
      const appeal = appealLink({ appId: applicationId, email: holder!.email }, services.env)
      await queueMail(tx, suspendedMail(holder!, { reason, lapsesAfter, appeal }, services.brand), services)
    })
  }
}

/** What of an application's evidence is required, has run out, and has no days of grace left. */
async function listOver(
  tx: Transaction,
  applicationId: string,
  runOut: Pick<RunOut, 'criterion_id' | 'last_day'>[],
  today: string,
): Promise<{ id: string; name: string; lastDay: string }[]> {
  const over: { id: string; name: string; lastDay: string }[] = []
  for (const { criterion_id: criterionId, last_day: lastDay } of runOut) {
    const asked = await criterionOf(tx, applicationId, criterionId)
    if (asked?.level !== 'must' || dayAfter(lastDay, asked.graceDays ?? 0) >= today) continue
    over.push({ id: criterionId, name: asked.name, lastDay })
  }
  return over
}

async function reinstateAll(services: Needed, today: string): Promise<void> {
  for (const { application_id: applicationId, run_out } of await listSuspended(services.sql, {
    today,
    now: services.now().toISOString(),
    cause: evidenceCause,
  })) {
    await services.sql.begin(async (tx) => {
      const rows = run_out.map(({ criterionId, lastDay }) => ({ criterion_id: criterionId, last_day: lastDay }))
      if ((await listOver(tx, applicationId, rows, today)).length > 0) return
      const { accreditAfter } = services.brand
      const reason = 'The expired evidence was replaced and accepted.'
      const status = await withholdByEvidence(tx, {
        applicationId,
        event: 'returnByEvidence',
        reason,
        accreditAfter,
        now: services.now(),
      })
      if (!status) return
      const [holder] = await readHolder(tx, { applicationId })
      await queueMail(tx, reinstatedMail(holder!, status), services)
    })
  }
}

async function lapseAll(services: Needed): Promise<void> {
  const now = services.now()
  const suspendedBefore = new Date(now.getTime() - lapseDays * 86_400_000).toISOString()
  const due = { now: now.toISOString(), suspendedBefore, cause: evidenceCause }
  for (const { application_id: applicationId, valid_until: validUntil } of await listUnfollowed(services.sql, due)) {
    await services.sql.begin(async (tx) => {
      const isOver = validUntil !== null && validUntil <= due.now
      const reason = isOver
        ? 'The listing ran out while it was suspended for evidence.'
        : `Required evidence has expired, and no new document was accepted within ${lapseDays} days.`
      const { accreditAfter } = services.brand
      if (!(await withholdByEvidence(tx, { applicationId, event: 'lapseByEvidence', reason, accreditAfter, now })))
        return
      await forgetSuspended(tx, { applicationId })
      const [holder] = await readHolder(tx, { applicationId })
      await queueMail(tx, lapsedMail(holder!, { reason, isOver }, services.brand), services)
    })
  }
}
