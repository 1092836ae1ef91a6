import { adminHref } from '../../../../admin-pages.ts'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { dayAfter } from '../../../../domain/calendar-day.ts'
import { isUuid } from '../../../../domain/is-uuid.ts'
import { londonDay } from '../../../../domain/london-time.ts'
import { handler } from '../../../../requests/page-loader.ts'
import { countLimit, listPages, readPageNumber, rowsOf } from '../../../../wire/list-pages.ts'
import { chartDays } from '../rules.ts'
import type { AdminKeysData } from '../state.ts'
import { countKeys, listKeys, revokeKey } from './queries.ts'

const pageSize = 50

/** The list of keys in the admin area. Revoking takes effect with the key's next call. */
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
  act: async ({ form, query, visitor, services: { sql, now } }) => {
    const admin = await visitor.admin()
    const { key } = form
    if (!admin || !isUuid(key)) return { kind: 'not-found' }
    await sql.begin(async (tx) => {
      const [revoked] = await revokeKey(tx, { id: key, by: 'admin', now: now().toISOString() })
      if (!revoked) return
      await recordChange(tx, { actor: byPerson(admin), subject: { kind: 'api-key', id: key }, action: 'revoked' })
    })
    return {
      kind: 'redirect',
      to: adminHref('adminApiKeys', { all: query.get('all') === '1', done: 'revoked' }),
      status: 303,
    }
  },
})
