import { countSignInEvents, listSignInEvents } from '#features/people/sign-in/server/queries.ts'
import { listPeople } from '#features/people/staff/server/queries.ts'
import { handler, type Loader } from '#requests/page-loader.ts'
import { countLimit, listPages, readPageNumber, readSort, rowsOf } from '#wire/list-pages.ts'
import { signInsHref, usualSort } from '../rules.ts'
import type { SignInLogData } from '../state.ts'

const pageSize = 50

/** Feeds the log of sign-ins: everybody's or one person's. */
const loadSignInLog: Loader<SignInLogData> = async ({ query, services: { sql } }) => {
  const people = await listPeople(sql)
  const personId = people.find(({ id }) => id === query.get('person'))?.id ?? null
  const person = personId ?? ''
  const page = readPageNumber(query.get('page'))
  const sort = readSort(query.get('sort'), ['when'], usualSort)
  const [rows, [counted]] = await Promise.all([
    listSignInEvents(sql, { personId, newestFirst: sort.descending, ...rowsOf(page, pageSize) }),
    countSignInEvents(sql, { personId, limit: countLimit + 1 }),
  ])
  return {
    kind: 'page',
    data: {
      person,
      people: people.map(({ id, name }) => ({ value: id, label: name })),
      events: rows.slice(0, pageSize).map((row) => ({
        id: row.id,
        at: row.happened_at,
        event: row.event,
        person: row.person_name,
        network: row.network,
        browser: row.browser,
      })),
      sort,
      pages: listPages({
        page,
        pageSize,
        fetched: rows.length,
        counted: counted!.events,
        hrefOf: (number) => signInsHref(person, sort, number),
      }),
    },
  }
}

export const signInLog = handler({ load: loadSignInLog })
