import { adminHref } from '../../../../admin-pages.ts'
import type { Loader } from '../../../../requests/page-loader.ts'
import { safeNext } from '../rules.ts'
import type { SignInData } from '../state.ts'

/** Feeds the sign-in page; whoever is signed in already goes on at once, whoever has given a password to their second factor. */
export const loadSignIn: Loader<SignInData> = async ({ query, headers, services }) => {
  const next = safeNext(query.get('next'), adminHref('admin'))
  const session = headers.has('cookie') ? await services.auth.session(headers) : null
  if (session) {
    const to = session.needs === 'nothing' ? next : adminHref('secondFactor', { next })
    return { kind: 'redirect', to, status: 303 }
  }
  return { kind: 'page', data: { next, email: '', problem: null } }
}
