import { type } from 'arktype'
import { adminHref } from '#admin-pages.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { dayAfter } from '#domain/calendar-day.ts'
import { londonDay } from '#domain/london-time.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler } from '#requests/page-loader.ts'
import { countLimit, listPages, readPageNumber, rowsOf } from '#wire/list-pages.ts'
import { chartDays } from '../rules.ts'
import type { AdminKeysData } from '../state.ts'
import { countKeys, listKeys, revokeKey } from './queries.ts'

const pageSize = 50

/** Takes effect with the key's next call. */
const revoke = formCommand({
  permission: 'register',
  schema: type({ key: 'string.uuid' }),
  run: async ({ input: { key: id }, admin, services: { sql, now } }) =>
    await sql.begin(async (tx) => {
      const revoked = await revokeKey(tx, { id, by: 'admin', now: now().toISOString() })
      if (revoked.length > 0)
        await recordChange(tx, { actor: byPerson(admin), subject: { kind: 'api-key', id }, action: 'revoked' })
      return answer(null)
    }),
})

/** The list of keys in the admin area. */
export const adminApiKeys = handler<AdminKeysData>({
  load: async ({ query, services: { sql, now } }) => {
    const inUse = query.get('all') !== '1'
    const page = readPageNumber(query.get('page'))
    const since = dayAfter(londonDay(now()), 1 - chartDays)
    const [rows, [counted]] = await Promise.all([
      listKeys(sql, { inUse, since, ...rowsOf(page, pageSize) }),
      countKeys(sql, { inUse, limit: countLimit + 1 }),
    ])
    const keys = rows.slice(0, pageSize).map((row) => {
      const callsOf = (name: string) => row.uses.find(({ call }) => call === name)?.calls ?? 0
      return {
        id: row.id,
        ending: row.ending,
        name: row.name,
        email: row.email,
        createdAt: row.created_at,
        revokedAt: row.revoked_at,
        revokedBy: row.revoked_by,
        lastUsed: row.last_used,
        changes: callsOf('changes'),
        checks: callsOf('check'),
      }
    })
    const pages = listPages({
      page,
      pageSize,
      fetched: rows.length,
      counted: counted!.keys,
      hrefOf: (number) => adminHref('adminApiKeys', { all: !inUse, page: number }),
    })
    return {
      kind: 'page',
      data: { keys, inUse, notice: query.get('done') === 'revoked' ? 'revoked' : null, pages },
    }
  },
  act: formPost(revoke, {
    done: (_, { query }) => adminHref('adminApiKeys', { all: query.get('all') === '1', done: 'revoked' }),
  }),
})
