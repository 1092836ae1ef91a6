import type { Loader, PageRequest } from '../../../../page-loader.ts'
import { personStateOf } from '../rules.ts'
import type { PeopleData } from '../state.ts'
import { listPeople } from './queries.ts'

/** Feeds the list of the people of the admin. */
export const loadPeople: Loader<PeopleData> = async (request) => ({ kind: 'page', data: await peoplePage(request) })

/** The people as they stand, with what was typed into the form that invites. */
export async function peoplePage(
  { services }: PageRequest,
  typed: Pick<PeopleData, 'form' | 'errors'> = { form: { name: '', email: '', role: '' }, errors: [] },
): Promise<PeopleData> {
  const rows = await listPeople(services.sql)
  return {
    ...typed,
    people: rows.map((row) => ({
      id: row.id,
      name: row.name,
      email: row.email,
      role: row.role,
      state: personStateOf(row),
      hasFactor: row.has_factor,
      signedInAt: row.signed_in_at,
    })),
  }
}
