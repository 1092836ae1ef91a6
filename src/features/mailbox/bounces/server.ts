import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import type { CamelSql } from '#database/camel.ts'
import type { BounceKind } from '#domain/bounces.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { command, did } from '#page/command.ts'
import { page } from '#page/page.ts'
import { cleanText } from '#wire/clean-text.ts'
import { failure } from '#wire/failure.ts'
import { countLimit, listPages, readPageNumber, rowsOf } from '#wire/list-pages.ts'

const pageSize = 50

const fits = (sql: CamelSql, text: string) =>
  sql`lifted_at is null ${text === '' ? sql`` : sql`and fold(email) like (select containing(${text}::text))`}`

/** How many addresses get no mail, up to `countLimit` and one. @param text a part of them. */
export async function countSuppressed(sql: CamelSql, text = ''): Promise<number> {
  const [counted] = await sql<{ addresses: number }[]>`
    select count(*)::int as addresses
    from (select from suppressed_addresses where ${fits(sql, text)} limit ${countLimit + 1}::int) as found`
  return counted!.addresses
}

/** Has mail sent to an address again, from its next mail on. Where that is so already, it changes nothing. */
const lift = command({
  permission: 'mail',
  schema: type({ address: "string = ''" }),
  run: async ({ input: { address: id }, sql }) => {
    if (!isUuid(id)) return failure('not-found', 'There is no such address.')
    const [lifted] = await sql<{ cause: BounceKind }[]>`
      update suppressed_addresses set lifted_at = now() where id = ${id}::uuid and lifted_at is null returning cause`
    const subject = { kind: 'suppressed-address', id }
    return did(lifted && { audit: { subject, action: 'lifted', before: { cause: lifted.cause } } })
  },
  done: {
    lifted: {
      tone: 'success',
      title: 'Emails are sent to the address again',
      text: 'If the mail provider has a list of its own, take the address off that list too. Emails that were not sent are in the mailbox under “Suppressed”.',
    },
  },
  leadsTo: (_, { query }) => adminHref('suppressed', { q: cleanText(query.get('q')), done: 'lifted' }),
})

/** The addresses that get no mail. */
export const suppressed = page('suppressed', {
  commands: { lift },
  load: async ({ query, sql, services: { env } }) => {
    const number = readPageNumber(query.get('page'))
    const q = cleanText(query.get('q'))
    const { limit, offset } = rowsOf(number, pageSize)
    const [rows, counted] = await Promise.all([
      sql<{ id: string; email: string; cause: BounceKind; reason: string; since: string }[]>`
        select id, email, cause, reason, suppressed_at as since from suppressed_addresses
        where ${fits(sql, q)}
        order by suppressed_at desc, id desc
        limit ${limit}::int offset ${offset}::int`,
      countSuppressed(sql, q),
    ])
    return {
      q,
      addresses: rows.slice(0, pageSize),
      /** Otherwise only refusals at the sending are known. */
      isReported: env.bounces !== null,
      pages: listPages({
        page: number,
        pageSize,
        fetched: rows.length,
        counted,
        hrefOf: (page) => adminHref('suppressed', { q, page }),
      }),
    }
  },
})
