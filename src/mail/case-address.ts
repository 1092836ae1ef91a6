import { createHash, createHmac } from 'node:crypto'
import type { SqlRunner } from '#database/sql.ts'
import { normaliseMailAddress } from '#domain/mail-address.ts'
import type { Env } from '#env.ts'

const codePattern = /^case-([0-9a-f]{32})$/

/**
 * Where the answer to an email of a case goes: a code of 128 bits for this application and this mailbox, the same in each of its emails. Null
 * where no email comes in.
 */
export async function caseAddress(
  sql: SqlRunner,
  { applicationId, email }: { applicationId: string; email: string },
  { incoming, sessionSecret }: Pick<Env, 'incoming' | 'sessionSecret'>,
): Promise<string | null> {
  if (!incoming) return null
  const mailbox = normaliseMailAddress(email)
  const signed = createHmac('sha256', sessionSecret).update(`case ${applicationId} ${mailbox}`).digest('hex')
  const code = signed.slice(0, 32)
  await sql<Record<string, never>[]>`
    insert into case_addresses (code_hash, application_id, email)
    values (decode(${hashOf(code)}::text, 'hex'), ${applicationId}::uuid, ${mailbox}::text)
    on conflict (code_hash) do nothing`
  return `case-${code}@${incoming.domain}`
}

/** SHA-256 in hex of the code that an address has; null where it is none of ours. */
export function caseCodeHash(address: string, domain: string): string | null {
  const at = address.lastIndexOf('@')
  const [local, host] = [address.slice(0, at), address.slice(at + 1)].map((part) => part.trim().toLowerCase())
  const [, code] = (host === domain && codePattern.exec(local!)) || []
  return code ? hashOf(code) : null
}

function hashOf(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}
