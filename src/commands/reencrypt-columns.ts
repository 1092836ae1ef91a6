import type { Sql } from '#database/sql.ts'
import { decrypt, encrypt } from '#providers/auth/encrypt.ts'

const encrypted = [
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

/** Safe to repeat, and while the site runs (docs/rotating-secrets.md). @param secrets the present one first; a kind without any is left out. */
export async function reencryptColumns(sql: Sql, secrets: { session: string[]; signing: string[] }) {
  const report: { table: string; column: string; reencrypted: number; current: number; unreadable: number }[] = []
  for (const { table, column, owner, purpose, under } of encrypted) {
    const [present, ...others] = secrets[under]
    if (!present) continue
    const counts = { table, column, reencrypted: 0, current: 0, unreadable: 0 }
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
      // A value that has changed since is under a valid secret already.
      await sql.unsafe(
        `update ${table} set ${column} = decode($1, 'hex') where ${owner}::text = $2 and ${purpose} = $3 and ${column} = decode($4, 'hex')`,
        [encrypt(text, present, row).toString('hex'), row.owner, row.purpose, value.toString('hex')],
      )
      counts.reencrypted++
    }
    report.push(counts)
  }
  return report
}
