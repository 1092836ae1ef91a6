import type { Sql } from '#database/sql.ts'
import { decrypt, encrypt } from '#providers/auth/encrypt.ts'

/** What the database keeps encrypted, and for what and whom it is. */
const sealed = [
  { table: 'second_factors', column: 'secret', owner: 'person_id', purpose: "'second factor'", under: 'session' },
  { table: 'webhook_endpoints', column: 'secret', owner: 'id', purpose: "'webhook secret'", under: 'session' },
  { table: 'webhook_endpoints', column: 'old_secret', owner: 'id', purpose: "'webhook secret'", under: 'session' },
  {
    table: 'signing_keys',
    column: 'private_key',
    owner: 'name',
    purpose: "'signing key ' || purpose",
    under: 'signing',
  },
] as const

type Resealed = { table: string; column: string; resealed: number; current: number; unreadable: number }

/**
 * Encrypts anew, under the secret that signs now, what is encrypted under the one that is accepted as well (docs/rotating-secrets.md).
 * May be run again, and while the site runs.
 *
 * @param secrets of each kind the present one first; a kind without any is left out.
 */
export async function resealSecrets(sql: Sql, secrets: { session: string[]; signing: string[] }): Promise<Resealed[]> {
  const report: Resealed[] = []
  for (const { table, column, owner, purpose, under } of sealed) {
    const [present, ...others] = secrets[under]
    if (!present) continue
    const counts = { table, column, resealed: 0, current: 0, unreadable: 0 }
    const rows = await sql.unsafe<{ owner: string; purpose: string; value: Uint8Array }[]>(
      `select ${owner}::text as owner, ${purpose} as purpose, ${column} as value from ${table} where ${column} is not null`,
    )
    for (const row of rows) {
      const value = Buffer.from(row.value)
      if (decrypt(value, present, row) !== null) {
        counts.current++
        continue
      }
      const text = decrypt(value, others, row)
      if (text === null) {
        counts.unreadable++
        continue
      }
      // Whoever changed it meanwhile has sealed it under a secret that is valid.
      await sql.unsafe(
        `update ${table} set ${column} = decode($1, 'hex') where ${owner}::text = $2 and ${purpose} = $3 and ${column} = decode($4, 'hex')`,
        [encrypt(text, present, row).toString('hex'), row.owner, row.purpose, value.toString('hex')],
      )
      counts.resealed++
    }
    report.push(counts)
  }
  return report
}
