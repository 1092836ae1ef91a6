import { noOwnershipCookie, ownershipDays, readOwnership } from '../../../../ownership.ts'
import { type Action, handler } from '../../../../page-loader.ts'
import { href } from '../../../../pages.ts'
import type { MyApplicationsData } from '../state.ts'
import { loadMyApplications } from './load-my-applications.ts'
import { forgetBrowser } from './queries.ts'

const dayMs = 24 * 60 * 60 * 1000

/** Takes the wish of a shared browser to let go of its applications, also for copies of its cookie: a link by mail brings them back. */
export const actMyApplications: Action<MyApplicationsData> = async (request) => {
  if (request.form.intent !== 'forget') return await loadMyApplications(request)
  const { headers, services } = request
  const ownership = readOwnership(headers.get('cookie') ?? '', services)
  if (ownership) {
    const now = services.now()
    const oldest = new Date(now.getTime() - (ownershipDays + 1) * dayMs)
    await forgetBrowser(services.sql, {
      browser: ownership.browser,
      now: now.toISOString(),
      oldestCookie: oldest.toISOString(),
    })
  }
  const cookies = [noOwnershipCookie(services)]
  return { kind: 'redirect', to: href('myApplications', { forgotten: true }), status: 303, cookies }
}

export const myApplications = handler({ load: loadMyApplications, act: actMyApplications })
