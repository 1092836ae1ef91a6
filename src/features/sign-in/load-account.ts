import type { Loader, PageRequest } from '../../page-loader.ts'
import { readPerson } from './queries.ts'
import type { AccountData } from './state.ts'

/** Feeds a person's own account. */
export const loadAccount: Loader<AccountData> = async (request) => ({ kind: 'page', data: await account(request) })

/** The account of whoever is signed in, as it stands or after a post. */
export async function account({ query, visitor, services }: PageRequest): Promise<AccountData> {
  const admin = await visitor.admin()
  const [person] = admin ? await readPerson(services.sql, admin.id) : []
  return {
    email: person?.email ?? '',
    notice: query.get('changed') === 'password' ? 'password' : null,
    passwordProblem: null,
  }
}
