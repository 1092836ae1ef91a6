import { noOwnershipCookie } from '../../ownership.ts'
import type { Action } from '../../page-loader.ts'
import { paths } from '../../paths.ts'
import { loadMyApplications } from './load-my-applications.ts'
import type { MyApplicationsData } from './state.ts'

/** Takes the wish of a shared browser to let go of its applications: a link by mail brings them back. */
export const actMyApplications: Action<MyApplicationsData> = async (request) => {
  if (request.form.intent !== 'forget') return await loadMyApplications(request)
  const cookies = [noOwnershipCookie(request.services)]
  return { kind: 'redirect', to: paths.myApplications({ forgotten: true }), status: 303, cookies }
}
