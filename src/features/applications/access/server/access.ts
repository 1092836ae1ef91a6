import { isUuid } from '../../../../domain/is-uuid.ts'
import { href } from '../../../../pages.ts'
import { type Action, handler, type Loader } from '../../../../requests/page-loader.ts'
import type { AskData } from '../state.ts'
import { type Asked, sendAccessLinks } from './send-access-links.ts'

/** The page on which a link by mail is asked for, and the word that it is on its way. */
const loadAccess: Loader<AskData> = async ({ query }) => ({
  kind: 'page',
  data: { isSent: query.has('sent'), wait: null },
})

/** Takes the wish for a link, from this page or from the checkout: the same answer whether or not there is such an application. */
const actAccess: Action<AskData> = async ({ form, services, visitor }) => {
  const wait = await sendAccessLinks(services, visitor, askedOf(form))
  if (wait === null) return { kind: 'redirect', to: href('access', { sent: true }), status: 303 }
  return { kind: 'page', status: 429, headers: { 'retry-after': String(wait) }, data: { isSent: false, wait } }
}

function askedOf({ application_id: applicationId, email }: Record<string, string>): Asked | null {
  if (isUuid(applicationId)) return { applicationId }
  return email ? { email: email.trim() } : null
}

export const access = handler({ load: loadAccess, act: actAccess })
