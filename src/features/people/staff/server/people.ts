import { adminHref } from '#admin-pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type Loader, type PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import { readSort } from '#wire/list-pages.ts'
import { personStateOf } from '../rules.ts'
import { invitationForm } from '../schema.ts'
import { type PeopleData, type PeopleSort, peopleColumns, usualPeopleSort } from '../state.ts'
import { invite } from './change-people.ts'
import { listPeople, type PersonRow } from './queries.ts'

/** Feeds the list of the people of the admin. */
const loadPeople: Loader<PeopleData> = async (request) => ({ kind: 'page', data: await peoplePage(request) })

/** The people as they stand, with what was typed into the form that invites. */
async function peoplePage(
  { services, query }: PageRequest,
  typed: Pick<PeopleData, 'form' | 'errors'> = { form: { name: '', email: '', roles: '' }, errors: [] },
): Promise<PeopleData> {
  const sort = readSort(query.get('sort'), peopleColumns, usualPeopleSort)
  const rows = await listPeople(services.sql)
  return {
    ...typed,
    sort,
    people: sortedPeople(rows, sort).map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      roles: row.roles,
      state: personStateOf(row),
      hasFactor: row.has_factor,
      signedInAt: row.signed_in_at,
    })),
  }
}

/** They are few enough to be sorted here. The database gives them by name. */
function sortedPeople(rows: PersonRow[], { by, descending }: PeopleSort): PersonRow[] {
  const at = ({ signed_in_at }: PersonRow) => signed_in_at ?? ''
  const sorted = by === 'name' ? rows : rows.toSorted((one, other) => at(one).localeCompare(at(other)))
  return descending ? sorted.toReversed() : sorted
}

const invitePerson = formCommand({
  permission: 'people',
  schema: invitationForm,
  run: async ({ input, admin, services }) => {
    const outcome = await invite(services, admin, input)
    if (outcome.kind !== 'refused') return answer({ id: outcome.id })
    return failure('invalid', outcome.message, { fields: [{ field: 'email', message: outcome.message }] })
  },
})

/** The people of the admin area; its form invites somebody and leads on to their page. */
export const people = handler({
  load: loadPeople,
  act: formPost(invitePerson, {
    done: ({ id }) => adminHref('person', { id }, { done: 'invited' }),
    again: async (request, { typed: { name = '', email = '', roles = '' }, problems }) => {
      const data = await peoplePage(request, { form: { name, email, roles }, errors: problems })
      return { kind: 'page', data }
    },
  }),
})
