import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { suppressedAddress } from '#mail/find-suppressed.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler } from '#requests/page-loader.ts'
import { cleanText } from '#wire/clean-text.ts'
import { countLimit, listPages, readPageNumber, rowsOf } from '#wire/list-pages.ts'
import type { SuppressedData } from '../state.ts'
import { countSuppressed, liftSuppression, listSuppressed } from './queries.ts'

const pageSize = 50

/** Has mail sent to an address again, from its next mail on. Where that is so already, it changes nothing. */
const lift = formCommand({
  permission: 'mail',
  schema: type({ address: 'string.uuid' }),
  run: async ({ input: { address: id }, admin, services: { sql } }) =>
    await sql.begin(async (tx) => {
      const [lifted] = await liftSuppression(tx, { id })
      if (lifted)
        await recordChange(tx, {
          actor: byPerson(admin),
          subject: { kind: 'suppressed-address', id },
          action: 'lifted',
          before: { cause: lifted.cause },
        })
      return answer(null)
    }),
})

/** The addresses that get no mail. */
export const suppressed = handler<SuppressedData>({
  load: async ({ query, services: { sql, env } }) => {
    const page = readPageNumber(query.get('page'))
    const q = cleanText(query.get('q'))
    const text = q || null
    const [rows, [counted]] = await Promise.all([
      listSuppressed(sql, { text, ...rowsOf(page, pageSize) }),
      countSuppressed(sql, { text, limit: countLimit + 1 }),
    ])
    const pages = listPages({
      page,
      pageSize,
      fetched: rows.length,
      counted: counted!.addresses,
      hrefOf: (number) => adminHref('suppressed', { q, page: number }),
    })
    const addresses = rows.slice(0, pageSize).map(suppressedAddress)
    const isLifted = query.get('done') === 'lifted'
    return { kind: 'page', data: { q, addresses, isLifted, isReported: env.bounces !== null, pages } }
  },
  act: formPost(lift, {
    done: (_, { query }) => adminHref('suppressed', { q: cleanText(query.get('q')), done: 'lifted' }),
  }),
})
