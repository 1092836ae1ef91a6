import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import type { CamelSql } from '#database/camel.ts'
import type { BounceKind } from '#domain/bounces.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { command, did } from '#page/command.ts'
import { page } from '#page/page.ts'
import { cleanText } from '#wire/clean-text.ts'
import { failure } from '#wire/failure.ts'
import { countLimit, readList } from '#wire/list-pages.ts'

const fits = (sql: CamelSql, text: string) =>
  sql`lifted_at is null ${text === '' ? sql`` : sql`and fold(email) like (select containing(${text}::text))`}`

export const countSuppressed = (sql: CamelSql, text = '', limit = countLimit + 1) => sql<{ count: number }[]>`
  select count(*)::int as count
  from (select from suppressed_addresses where ${fits(sql, text)} limit ${limit}::int) as found`

/** Nothing changes where it was lifted before. */
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

export const suppressed = page('suppressed', {
  commands: { lift },
  load: async ({ query, sql, services: { env } }) => {
    const q = cleanText(query.get('q'))
    const { rows: addresses, pages } = await readList({
      query,
      rows: ({ limit, offset }) =>
        sql<{ id: string; email: string; cause: BounceKind; reason: string; since: string }[]>`
          select id, email, cause, reason, suppressed_at as since from suppressed_addresses
          where ${fits(sql, q)}
          order by suppressed_at desc, id desc
          limit ${limit}::int offset ${offset}::int`,
      count: (limit) => countSuppressed(sql, q, limit),
      hrefOf: (page) => adminHref('suppressed', { q, page }),
    })
    return {
      q,
      addresses,
      /** Otherwise only refusals at sending are known. */
      isReported: env.bounces !== null,
      pages,
    }
  },
})
