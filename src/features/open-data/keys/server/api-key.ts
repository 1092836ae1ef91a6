import { dayAfter } from '../../../../domain/calendar-day.ts'
import { londonDay } from '../../../../domain/london-time.ts'
import { handler, type PageAnswer, type PageRequest } from '../../../../requests/page-loader.ts'
import { tokenHash } from '../../../mail/server/link-token.ts'
import { chartDays } from '../rules.ts'
import type { DayOfUse, KeyPageData } from '../state.ts'
import { findKeyByLink, type KeyRow, type KeyUse, listKeyUses, revokeKey } from './queries.ts'

/** The page of a key, for whoever was mailed its link. Looking changes nothing, because mail scanners follow links; the button revokes. */
export const apiKey = handler<KeyPageData>({
  load: async (request) => await keyPage(request),
  act: async (request) => {
    const row = await findRow(request)
    const { sql, now } = request.services
    if (row) await revokeKey(sql, { id: row.id, by: 'holder', now: now().toISOString() })
    return await keyPage(request)
  },
})

async function keyPage(request: PageRequest): Promise<PageAnswer<KeyPageData>> {
  const row = await findRow(request)
  if (!row) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  const { sql, now } = request.services
  const today = londonDay(now())
  const uses = await listKeyUses(sql, { id: row.id, since: dayAfter(today, 1 - chartDays) })
  const days = Array.from({ length: chartDays }, (_, before) => dayOf(dayAfter(today, -before), uses))
  const { ending, name, created_at: createdAt, revoked_at: revokedAt } = row
  const data = { kind: 'found', token: request.params.token!, ending, name, createdAt, revokedAt, days } as const
  return { kind: 'page', status: 200, data }
}

async function findRow({ params, services }: PageRequest): Promise<KeyRow | undefined> {
  const linkHash = tokenHash(params.token)
  return linkHash === null ? undefined : (await findKeyByLink(services.sql, { linkHash }))[0]
}

function dayOf(day: string, uses: KeyUse[]): DayOfUse {
  const callsOf = (call: string) => uses.find((use) => use.day === day && use.call === call)?.calls ?? 0
  return { day, changes: callsOf('changes'), check: callsOf('check') }
}
