import { dayAfter } from '#domain/calendar-day.ts'
import { londonDay } from '#domain/london-time.ts'
import { linkParams, tokenHash } from '#mail/link-token.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import { chartDays } from '../rules.ts'
import type { DayOfUse, KeyPageData } from '../state.ts'
import { findKeyByLink, type KeyUse, listKeyUses, revokeKey } from './queries.ts'

const revoke = formCommand({
  permission: 'anyone',
  params: linkParams,
  run: async ({ params: { tokenHash: linkHash }, services: { sql, now } }) => {
    const [row] = await findKeyByLink(sql, { linkHash })
    if (!row) return failure('not-found', 'There is no key at this link.')
    return answer(await revokeKey(sql, { id: row.id, by: 'holder', now: now().toISOString() }))
  },
})

/** The page of a key, for whoever was mailed its link. Looking changes nothing, because mail scanners follow links; the button revokes. */
export const apiKey = handler<KeyPageData>({
  load: keyPage,
  act: formPost(revoke, { done: (_, request) => keyPage(request), again: keyPage }),
})

async function keyPage({ params, services: { sql, now } }: PageRequest): Promise<PageAnswer<KeyPageData>> {
  const linkHash = tokenHash(params.token)
  const [row] = linkHash ? await findKeyByLink(sql, { linkHash }) : []
  if (!row) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  const today = londonDay(now())
  const uses = await listKeyUses(sql, { id: row.id, since: dayAfter(today, 1 - chartDays) })
  const days = Array.from({ length: chartDays }, (_, before) => dayOf(dayAfter(today, -before), uses))
  const { ending, name, created_at: createdAt, revoked_at: revokedAt } = row
  const data = { kind: 'found', token: params.token!, ending, name, createdAt, revokedAt, days } as const
  return { kind: 'page', status: 200, data }
}

function dayOf(day: string, uses: KeyUse[]): DayOfUse {
  const callsOf = (call: string) => uses.find((use) => use.day === day && use.call === call)?.calls ?? 0
  return { day, changes: callsOf('changes'), check: callsOf('check') }
}
