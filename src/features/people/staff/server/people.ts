import { adminHref } from '../../../../admin-pages.ts'
import { answer, formCommand } from '../../../../requests/command.ts'
import { formPost } from '../../../../requests/form-post.ts'
import { handler, type Loader, type PageRequest } from '../../../../requests/page-loader.ts'
import { failure } from '../../../../wire/failure.ts'
import { personStateOf } from '../rules.ts'
import { invitationForm } from '../schema.ts'
import type { PeopleData } from '../state.ts'
import { invite } from './change-people.ts'
import { listPeople } from './queries.ts'

/** Feeds the list of the people of the admin. */
const loadPeople: Loader<PeopleData> = async (request) => ({ kind: 'page', data: await peoplePage(request) })

/** The people as they stand, with what was typed into the form that invites. */
async function peoplePage(
  { services }: PageRequest,
  typed: Pick<PeopleData, 'form' | 'errors'> = { form: { name: '', email: '', roles: '' }, errors: [] },
): Promise<PeopleData> {
  const rows = await listPeople(services.sql)
  return {
    ...typed,
    people: rows.map((row) => ({
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
