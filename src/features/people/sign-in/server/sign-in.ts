import { adminHref } from '#admin-pages.ts'
import { type Action, handler, type Loader } from '#requests/page-loader.ts'
import { safeNext } from '../rules.ts'
import type { SignInData } from '../state.ts'
import { signInPerson } from './sign-in-person.ts'

/** Feeds the sign-in page; whoever is signed in already goes on at once, whoever has given a password to their second factor. */
const loadSignIn: Loader<SignInData> = async ({ query, headers, services }) => {
  const next = safeNext(query.get('next'), adminHref('admin'))
  const session = headers.has('cookie') ? await services.auth.session(headers) : null
  if (session) {
    const to = session.needs === 'nothing' ? next : adminHref('secondFactor', { next })
    return { kind: 'redirect', to, status: 303 }
  }
  return { kind: 'page', data: { next, email: '', problem: null } }
}

/** Takes the sign-in form. An unknown address and a wrong password get the same words. */
const actSignIn: Action<SignInData> = async ({ form, query, headers, visitor, services }) => {
  const next = safeNext(form.next ?? query.get('next'), adminHref('admin'))
  const { email = '', password = '' } = form
  const outcome = await signInPerson(services, { email, password, headers, address: visitor.address })
  switch (outcome.kind) {
    case 'signed-in': {
      const isWhole = outcome.session.needs === 'nothing'
      const to = isWhole ? next : adminHref('secondFactor', { next })
      return { kind: 'redirect', to, status: 303, cookies: outcome.cookies }
    }
    case 'too-many': {
      const minutes = Math.ceil(outcome.retryAfter / 60)
      const problem = `There were too many attempts from your network. Please wait ${minutes === 1 ? 'a minute' : `${minutes} minutes`} and try again.`
      return {
        kind: 'page',
        status: 429,
        headers: { 'retry-after': String(outcome.retryAfter) },
        data: { next, email, problem },
      }
    }
    case 'refused':
      return {
        kind: 'page',
        status: 422,
        data: { next, email, problem: 'The email address or the password is not right.' },
      }
  }
}

export const signIn = handler({ load: loadSignIn, act: actSignIn })
