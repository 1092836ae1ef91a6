import type { Action } from '../../page-loader.ts'
import { paths, withQuery } from '../../paths.ts'
import { changePassword } from '../sign-in/change-password.ts'
import { desk } from './load-desk.ts'
import type { DeskData } from './state.ts'

/** Takes the desk's own forms: signing out and a new password. */
export const actDesk: Action<DeskData> = async (request) => {
  const { form, headers, visitor, services } = request
  if (form.intent === 'sign-out') {
    const { cookies } = await services.auth.signOut(headers)
    return { kind: 'redirect', to: paths.signIn(), status: 303, cookies }
  }
  const admin = await visitor.admin()
  if (form.intent !== 'change-password' || !admin) return { kind: 'page', status: 422, data: await desk(request) }
  const { current = '', password = '' } = form
  const change = await changePassword(services, { admin, current, password, address: visitor.address })
  if (change.kind === 'changed') {
    return {
      kind: 'redirect',
      to: withQuery(paths.admin(), { changed: 'password' }),
      status: 303,
      cookies: change.cookies,
    }
  }
  const { field, message } = change
  return { kind: 'page', status: 422, data: { ...(await desk(request)), passwordProblem: { field, message } } }
}
