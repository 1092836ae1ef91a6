import { addJob } from '#database/add-job.ts'
import { type CamelSql, type CamelTransaction, camel } from '#database/camel.ts'
import { asJson, type Transaction } from '#database/sql.ts'
import { storeKey } from '#features/assessments/files/server/purge-file.ts'
import { storeMailedFile } from '#features/assessments/files/server/upload.ts'
import { convert } from '#process/convert.ts'
import type { Services } from '#requests/services.ts'
import type { ParsedMail } from './parse-mail.ts'

/** As a document's, so that the job that deletes those deletes it too. */
export const incomingKey = storeKey
export const readMailKey = (mailId: string) => `read incoming ${mailId}`

type WaitingMail = {
  id: string
  applicationId: string | null
  sentTo: string | null
  suggestedId: string | null
  state: 'waiting' | 'read'
  isAutomatic: boolean
}

/** Reads an email that came in, and takes its attachments over once its case is known. Until then its bytes stay as they came. */
export async function readIncomingMail({ mailId }: { mailId: string }, services: Services): Promise<void> {
  const { sql, files, env } = services
  const [waiting] = await camel(sql)<WaitingMail[]>`
    select id, application_id, sent_to, suggested_id, state, is_automatic from incoming_mails
    where id = ${mailId}::uuid and (state = 'waiting' or (state = 'read' and application_id is not null))`
  if (!waiting) return
  const stored = await files.read(incomingKey(mailId))
  const read = stored && (await convert({ kind: 'read-mail' }, stored))
  if (read && 'refused' in read && read.refused === 'busy')
    throw new Error('Other emails are being read. We will try again.')
  if (!read || 'refused' in read) {
    await sql`update incoming_mails set state = 'unreadable' where id = ${mailId}::uuid`
    return
  }
  const end = read.bytes.indexOf(0x0a)
  const parsed = JSON.parse(new TextDecoder().decode(read.bytes.subarray(0, end))) as ParsedMail
  const isOurs = [env.smtp.from.email.toLowerCase(), services.brand.email.toLowerCase()].includes(parsed.fromEmail)
  const mail = { ...parsed, isAutomatic: parsed.isAutomatic || waiting.isAutomatic || isOurs }
  const isFiled = await sql.begin(async (transaction) => {
    // Somebody who adds it to a case at this moment waits, and adds this job again.
    const [locked] = await camel(transaction)<WaitingMail[]>`
      select id, application_id, sent_to, suggested_id, state, is_automatic from incoming_mails
      where id = ${mailId}::uuid and state = ${waiting.state}::text for update`
    if (!locked) return false
    await store(transaction, locked, mail, read.bytes.subarray(end + 1), services)
    return locked.applicationId !== null
  })
  if (isFiled) await files.delete(incomingKey(mailId))
}

async function store(
  transaction: Transaction,
  { id, applicationId, sentTo, suggestedId }: WaitingMail,
  mail: ParsedMail,
  contents: Uint8Array,
  services: Services,
): Promise<void> {
  const sql = camel(transaction)
  const files: { name: string; bytes: number; refused: string | null }[] = []
  let at = 0
  for (const { name, bytes } of mail.files) {
    const content = contents.subarray(at, at + bytes)
    at += bytes
    const refused = applicationId
      ? await storeMailedFile(transaction, { applicationId, mailId: id, name, content }, services)
      : null
    files.push({ name, bytes, refused })
  }
  const suggestion = applicationId || suggestedId ? null : await suggestCase(sql, mail)
  await sql`
    update incoming_mails
    set state = ${applicationId ? 'filed' : 'read'}::text, from_name = ${mail.fromName}::text, from_email = ${mail.fromEmail}::text,
      is_from_other = ${sentTo !== null && sentTo !== mail.fromEmail}::boolean, is_automatic = ${mail.isAutomatic}::boolean,
      subject = ${mail.subject}::text, text_body = ${mail.text}::text, message_id = ${mail.messageId}::text,
      files = ${asJson(files)}::jsonb, suggested_id = coalesce(suggested_id, ${suggestion?.id ?? null}::uuid),
      suggested_by = coalesce(suggested_by, ${suggestion?.by ?? null}::text)
    where id = ${id}::uuid`
}

/** Only suggested: anybody can write a reference or a sender. */
async function suggestCase(sql: CamelSql, { subject, fromEmail }: ParsedMail) {
  const words = subject.toUpperCase().match(/[A-Z\d]+(?:-[A-Z\d]+)+/g) ?? []
  const [suggested] = await sql<{ id: string; by: 'reference' | 'sender' }[]>`
    select id, by from (
      select a.id, 'reference' as by, 1 as rank, a.submitted_at from applications a where a.reference = any(${words}::text[])
      union all
      select a.id, 'sender', 2, a.submitted_at from applications a join organisations o on o.id = a.organisation_id
      where lower(o.email) = ${fromEmail}::text and ${fromEmail}::text <> ''
    ) as found
    order by rank, submitted_at desc limit 1`
  return suggested ?? null
}

/** Takes over what came in by hand. @returns false where somebody has done so, or it is gone. */
export async function attachToCase(
  sql: CamelTransaction,
  { id, applicationId, by }: { id: string; applicationId: string; by: string },
): Promise<boolean> {
  const [attached] = await sql<{ id: string }[]>`
    update incoming_mails set application_id = ${applicationId}::uuid, attached_by_name = ${by}::text, settled_by_name = null
    where id = ${id}::uuid and application_id is null returning id`
  if (attached) await addJob(sql.raw, 'read-incoming-mail', { mailId: id }, { key: readMailKey(id) })
  return attached !== undefined
}
