import type { Loader } from '../../page-loader.ts'
import { paths } from '../../paths.ts'
import { safeNext } from './rules.ts'
import type { SignInData } from './state.ts'

/** Feeds the sign-in page; whoever is signed in already goes on at once. */
export const loadSignIn: Loader<SignInData> = async ({ query, visitor }) => {
  const next = safeNext(query.get('next'), paths.admin())
  if (await visitor.admin()) return { kind: 'redirect', to: next, status: 303 }
  return { kind: 'page', data: { next, email: '', problem: null } }
}
