import type { Action } from '../../page-loader.ts'
import { paths, withQuery } from '../../paths.ts'
import { changePassword } from './change-password.ts'
import { account } from './load-account.ts'
import type { AccountData } from './state.ts'

/** Takes the account's own forms: a new password, and signing out, which every page of the desk offers. */
export const actAccount: Action<AccountData> = async (request) => {
  const { form, headers, visitor, services } = request
  if (form.intent === 'sign-out') {
    const { cookies } = await services.auth.signOut(headers)
    return { kind: 'redirect', to: paths.signIn(), status: 303, cookies }
  }
  const admin = await visitor.admin()
  if (form.intent !== 'change-password' || !admin) return { kind: 'page', status: 422, data: await account(request) }
  const { current = '', password = '' } = form
  const change = await changePassword(services, { admin, current, password, address: visitor.address })
  if (change.kind === 'changed') {
    const to = withQuery(paths.account(), { changed: 'password' })
    return { kind: 'redirect', to, status: 303, cookies: change.cookies }
  }
  const { field, message } = change
  return { kind: 'page', status: 422, data: { ...(await account(request)), passwordProblem: { field, message } } }
}
