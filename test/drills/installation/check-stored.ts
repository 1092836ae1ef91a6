import { createHash } from 'node:crypto'
import type { Sql } from '#database/sql.ts'
import { doubtful } from '#features/mailbox/server/send-mail.ts'
import type { Ledger } from './drive-load.ts'
import type { Outside } from './start-outside.ts'

export type Row = { what: string; acknowledged: number; found: number; lost: number; doubled: number; more: string }

/** Waits until the queue has nothing that is due, every mail has left and the log is signed. @returns false where that never comes. */
export async function untilSettled(sql: Sql, milliseconds: number): Promise<boolean> {
  for (const end = Date.now() + milliseconds; ; await Bun.sleep(1000)) {
    const [left] = await sql<{ jobs: number; mails: number; leaves: number; checking: number }[]>`
      select (select count(*)::int from graphile_worker.jobs where run_at <= now() and attempts < max_attempts) as jobs,
        (select count(*)::int from mails where state = 'waiting') as mails,
        (select count(*)::int from register_leaves where position is null) as leaves,
        (select count(*)::int from evidence_files where state = 'checking') as checking`
    if (Object.values(left!).every((count) => count === 0)) return true
    if (Date.now() > end) {
      console.error('Not settled:', left)
      return false
    }
  }
}

/** Compares what was acknowledged with what is stored and was handed over: each once. */
export async function checkStored(sql: Sql, ledger: Ledger, outside: Outside): Promise<Row[]> {
  return [
    await checkEnquiries(sql, ledger),
    await checkApplications(sql, ledger),
    ...(await checkPayments(sql, ledger, outside)),
    await checkMovements(sql, ledger),
    await checkEntries(sql, ledger),
    await checkChanges(sql, ledger),
    await checkDocuments(sql, ledger),
    ...(await checkMails(sql, outside)),
    await checkLeaves(sql),
    await checkJobs(sql),
  ]
}

/** @param acknowledged names that have to be there. @param stored every name that is there, as often as it is. */
function compare(what: string, acknowledged: string[], stored: string[], more = ''): Row {
  const distinct = new Set(stored)
  const lost = acknowledged.filter((name) => !distinct.has(name)).length
  return {
    what,
    acknowledged: acknowledged.length,
    found: stored.length,
    lost,
    doubled: stored.length - distinct.size,
    more,
  }
}

function acknowledgedOf(sent: Map<string, boolean>): string[] {
  return [...sent].filter(([, isAcknowledged]) => isAcknowledged).map(([name]) => name)
}

async function checkEnquiries(sql: Sql, { enquiries }: Ledger): Promise<Row> {
  const stored = await sql<{ message: string }[]>`select message from contact_enquiries`
  return compare(
    'enquiries',
    acknowledgedOf(enquiries),
    stored.map(({ message }) => message),
  )
}

async function checkApplications(sql: Sql, { applications }: Ledger): Promise<Row> {
  const acknowledged = [...applications.values()].filter((id) => id !== null)
  // By what was sent, not by its key, which is unique in any case.
  const stored = await sql<
    { title: string; id: string }[]
  >`select event_draft ->> 'title' as title, id from applications`
  const ids = new Set(stored.map(({ id }) => id))
  const row = compare(
    'applications',
    [],
    stored.map(({ title }) => title),
  )
  return { ...row, acknowledged: acknowledged.length, lost: acknowledged.filter((id) => !ids.has(id)).length }
}

async function checkPayments(sql: Sql, { payments }: Ledger, outside: Outside): Promise<Row[]> {
  const paid = await outside.paidSessions()
  const orders = await sql<{ application_id: string; checkout_session_id: string }[]>`
    select application_id, checkout_session_id from orders where status = 'paid'`
  const ordered = compare(
    'orders paid',
    [...payments.keys()],
    orders.map(({ application_id }) => application_id),
  )
  const strangers = orders.filter((order) => payments.get(order.application_id) !== order.checkout_session_id).length
  const entries = await sql<{ application_id: string }[]>`
    select application_id from register_entries where application_id is not null`
  const receipts = await sql<{ to_email: string }[]>`select to_email from mails where kind = 'order-paid'`
  const payers = await sql<{ email: string }[]>`
    select o.email from organisations as o join applications as a on a.organisation_id = o.id
    where a.id = any(${[...payments.keys()]}::uuid[])`
  return [
    {
      ...ordered,
      lost: ordered.lost + strangers + Math.abs(paid.length - orders.length),
      more: `${paid.length} payments at the provider; ${strangers} orders of another payment`,
    },
    compare(
      'entries of payments',
      [...payments.keys()],
      entries.map(({ application_id }) => application_id),
    ),
    compare(
      'receipts',
      payers.map(({ email }) => email),
      receipts.map(({ to_email }) => to_email),
    ),
  ]
}

/** A process of the last release writes no movements: filling the ledger has to have added them. */
async function checkMovements(sql: Sql, { payments }: Ledger): Promise<Row> {
  const moved = await sql<{ application_id: string; amount_pence: number }[]>`
    select o.application_id, m.amount_pence from money_movements as m join orders as o on o.id = m.order_id
    where m.kind = 'payment' and m.moves`
  const [paid] = await sql<{ pence: number }[]>`
    select coalesce(sum(amount_pence - discount_pence), 0)::int as pence from orders where status = 'paid'`
  const inLedger = moved.reduce((sum, { amount_pence }) => sum + amount_pence, 0)
  const row = compare(
    'payments in the ledger',
    [...payments.keys()],
    moved.map(({ application_id }) => application_id),
  )
  return {
    ...row,
    lost: Math.max(row.lost, inLedger === paid!.pence ? 0 : 1),
    more: `${inLedger} pence there, ${paid!.pence} in orders`,
  }
}

async function checkEntries(sql: Sql, { entries }: Ledger): Promise<Row> {
  const stored = await sql<{ title: string }[]>`select title from register_entries where application_id is null`
  const acknowledged = acknowledgedOf(entries).map((key) => `Drill ${key}`)
  return compare(
    'entries of the desk',
    acknowledged,
    stored.map(({ title }) => title),
  )
}

async function checkChanges(sql: Sql, { changes }: Ledger): Promise<Row> {
  const stored = await sql<{ reason: string }[]>`
    select reason from register_history where change in ('suspended', 'reinstated')`
  const audited = await sql<{ reason: string }[]>`
    select after ->> 'reason' as reason from audit_log where action in ('entry.suspended', 'entry.reinstated')`
  const row = compare(
    'changes of status',
    acknowledgedOf(changes),
    stored.map(({ reason }) => reason),
  )
  return {
    ...row,
    lost: row.lost + Math.abs(stored.length - audited.length),
    more: `${audited.length} in the audit log`,
  }
}

async function checkDocuments(sql: Sql, { documents }: Ledger): Promise<Row> {
  const stored = await sql<{ id: string; application_id: string }[]>`
    select id, application_id from evidence_files where state = 'ready'`
  const row = compare(
    'documents',
    [...documents.keys()],
    stored.map(({ id }) => id),
  )
  const unread: string[] = []
  for (const [id, { browser, sha256 }] of documents) {
    const answer = await browser.ask('document', `/evidence/files/${id}`)
    if (!answer || createHash('sha256').update(answer.bytes).digest('hex') !== sha256) unread.push(id)
  }
  const why = await sql<{ text: string }[]>`
    select count(*) || ' ' || concat_ws(', ', state, nullif(reason, '')) as text from evidence_files
    where id = any(${unread}::uuid[]) group by state, reason`
  const applications = new Set(stored.map(({ application_id }) => application_id))
  return {
    ...row,
    lost: Math.max(row.lost, unread.length),
    doubled: stored.length - applications.size,
    more: [`${documents.size - unread.length} read back byte for byte`, ...why.map(({ text }) => text)].join('; '),
  }
}

async function checkMails(sql: Sql, { mail }: Outside): Promise<Row[]> {
  const written = await sql<{ id: string; isDoubtful: boolean; same: string }[]>`
    select id, coalesce(reason = ${doubtful}, false) as "isDoubtful", kind || ' ' || to_email || ' ' || md5(text_body) as same from mails`
  const taken = idsOf(mail)
  // In hand when their process was killed. The mailbox shows them as failed, and a person decides.
  const inDoubt = written.filter(({ isDoubtful }) => isDoubtful).length
  return [
    {
      ...compare(
        'mails written',
        [],
        written.map(({ same }) => same),
      ),
      acknowledged: written.length,
    },
    {
      ...compare(
        'mails handed over',
        written.filter(({ isDoubtful }) => !isDoubtful).map(({ id }) => id),
        taken,
      ),
      more: `${inDoubt} in doubt, for a person to decide`,
    },
  ]
}

/** Of every mail that was handed over, as often as it was. */
export function idsOf(mail: Outside['mail']): string[] {
  return mail.taken.map(({ message }) => /^Message-ID: <([\da-f-]{36})@/im.exec(message)?.[1] ?? 'none')
}

/** Prints a line for each. @returns what was lost or doubled. */
export function reportStored(rows: Row[]): { lines: string[]; wrong: string[] } {
  const lines = ['| | acknowledged | found | lost | doubled | |', '| --- | --- | --- | --- | --- | --- |']
  const wrong: string[] = []
  for (const { what, acknowledged, found, lost, doubled, more } of rows) {
    lines.push(`| ${what} | ${acknowledged} | ${found} | ${lost} | ${doubled} | ${more} |`)
    if (lost > 0) wrong.push(`${what}: ${lost} lost`)
    if (doubled > 0) wrong.push(`${what}: ${doubled} doubled`)
  }
  return { lines, wrong }
}

/** Every change of an entry that its history names is one leaf of the log, numbered without a gap and signed. */
async function checkLeaves(sql: Sql): Promise<Row> {
  const [row] = await sql<{ changes: number; leaves: number; positions: number; last: number; signed: number }[]>`
    select (select count(*)::int from register_history) as changes, (select count(*)::int from register_leaves) as leaves,
      (select count(distinct position)::int from register_leaves) as positions,
      (select max(position)::int from register_leaves) as last, (select max(size)::int from log_checkpoints) as signed`
  const { changes, leaves, positions, last, signed } = row!
  return {
    what: 'leaves of the log',
    acknowledged: changes,
    found: leaves,
    lost: Math.max(0, changes - leaves) + (last + 1 - positions) + Math.abs(leaves - signed),
    doubled: Math.max(0, leaves - changes),
    more: `positions 0 to ${last}; ${signed} signed`,
  }
}

/** A job that was asked for again under its key while it ran counts its attempts as used up, without an error. */
async function checkJobs(sql: Sql): Promise<Row> {
  const failed = await sql<{ task_identifier: string; last_error: string }[]>`
    select task_identifier, last_error from graphile_worker.jobs where attempts >= max_attempts and last_error is not null`
  const more = failed
    .map(({ task_identifier, last_error }) => `${task_identifier}: ${last_error.slice(0, 80)}`)
    .join('; ')
  return {
    what: 'jobs that failed for good',
    acknowledged: 0,
    found: failed.length,
    lost: failed.length,
    doubled: 0,
    more,
  }
}
