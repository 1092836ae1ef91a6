import { adminHref } from '../../../../admin-pages.ts'
import { handler, type Loader } from '../../../../requests/page-loader.ts'
import { listSignInEvents } from '../../sign-in/server/queries.ts'
import { listPeople } from '../../staff/server/queries.ts'
import type { SignInLogData } from '../state.ts'
import { readBefore } from './read-before.ts'

const pageSize = 50

/** Feeds the log of sign-ins: everybody's, newest first, or one person's. */
export const loadSignInLog: Loader<SignInLogData> = async ({ query, services: { sql } }) => {
  const people = await listPeople(sql)
  const person = people.find(({ id }) => id === query.get('person'))?.id ?? null
  const before = readBefore(query.get('before'))
  const rows = await listSignInEvents(sql, { personId: person, beforeId: before, limit: pageSize + 1 })
  const shown = rows.slice(0, pageSize)
  return {
    kind: 'page',
    data: {
      person: person ?? '',
      people: people.map(({ id, name }) => ({ value: id, label: name })),
      events: shown.map((row) => ({
        id: row.id,
        at: row.happened_at,
        event: row.event,
        person: row.person_name,
        network: row.network,
        browser: row.browser,
      })),
      firstHref: before === null ? null : adminHref('signInLog', { person }),
      nextHref: rows.length > pageSize ? adminHref('signInLog', { person, before: shown.at(-1)!.id }) : null,
    },
  }
}

export const signInLog = handler({ load: loadSignInLog })
