import type { Loader } from '../../../../page-loader.ts'
import { listSignInEvents } from '../../sign-in/server/queries.ts'
import { personStateOf } from '../rules.ts'
import { type PersonData, personNotices } from '../state.ts'
import { readAdminPerson } from './queries.ts'

const eventsShown = 20

/** Feeds the page of one person of the admin. */
export const loadPerson: Loader<PersonData> = async ({ params, query, visitor, services: { sql, now } }) => {
  const id = (params.id ?? '').replaceAll('\u0000', '').slice(0, 100)
  const [row] = await readAdminPerson(sql, { personId: id, now: now().toISOString() })
  if (!row) return { kind: 'not-found' }
  const [events, admin] = await Promise.all([
    listSignInEvents(sql, { personId: row.id, beforeId: null, limit: eventsShown }),
    visitor.admin(),
  ])
  return {
    kind: 'page',
    data: {
      person: {
        id: row.id,
        name: row.name,
        email: row.email,
        role: row.role,
        state: personStateOf(row),
        since: row.created_at,
        factorSince: row.factor_since,
        sessions: row.sessions,
        linkUntil: row.link_until,
      },
      isMe: admin?.id === row.id,
      notice: personNotices.find((known) => known === query.get('done')) ?? null,
      events: events.map(({ id, happened_at: at, event, browser }) => ({ id, at, event, browser })),
    },
  }
}
