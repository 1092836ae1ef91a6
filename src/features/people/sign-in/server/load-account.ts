import type { Loader, PageRequest } from '../../../../page-loader.ts'
import { type AccountData, accountNotices } from '../state.ts'
import { listSessions, listSignInEvents, readPerson, readSecondFactor } from './queries.ts'

/** How many of a person's sign-ins their account tells. */
const eventsShown = 10

/** Feeds a person's own account. */
export const loadAccount: Loader<AccountData> = async (request) => ({ kind: 'page', data: await accountPage(request) })

/** The account of whoever is signed in, as it stands or after a post. */
export async function accountPage({
  query,
  headers,
  services,
}: PageRequest): Promise<AccountData & { step: 'account' }> {
  const { sql, auth, env } = services
  const session = await auth.session(headers)
  const personId = session?.person.id ?? ''
  const [[person], [factor], sessions, events] = await Promise.all([
    readPerson(sql, { personId }),
    readSecondFactor(sql, { personId }),
    listSessions(sql, { personId }),
    listSignInEvents(sql, { personId, beforeId: null, limit: eventsShown }),
  ])
  return {
    step: 'account',
    email: person?.email ?? '',
    notice: accountNotices.find((known) => known === query.get('changed')) ?? null,
    problem: null,
    secondFactor: factor ? { since: factor.enrolled_at, codesLeft: factor.codes_left } : null,
    isFactorCompulsory: env.requireSecondFactor,
    sessions: sessions.map(({ id, browser, created_at: since, factor_at: factorAt }) => ({
      id,
      browser,
      since,
      isThis: id === session?.id,
      isHalf: factor !== undefined && factorAt === null,
    })),
    events: events.map(({ id, happened_at: at, event, browser }) => ({ id, at, event, browser })),
  }
}
