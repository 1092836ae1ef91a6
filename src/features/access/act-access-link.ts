import { ownershipCookie } from '../../ownership.ts'
import type { Action, PageAnswer } from '../../page-loader.ts'
import { paths } from '../../paths.ts'
import { accessLinkPage, whereItBelongs } from './load-access-link.ts'
import { findAccessLink, spendAccessLink } from './queries.ts'
import { sendAccessLinks } from './send-access-links.ts'
import type { AccessLinkData } from './state.ts'
import { tokenHash } from './token.ts'

/** Takes the two forms of a link's page: the button that uses it, and the wish for a new one. */
export const actAccessLink: Action<AccessLinkData> = async (request) => {
  const { params, form, headers, services, visitor } = request
  const hash = tokenHash(params.token)
  if (form.intent === 'renew') {
    const [link] = hash ? await findAccessLink(services.sql, hash) : []
    const wait = await sendAccessLinks(services, visitor, link ? { applicationId: link.application_id } : null)
    if (wait === null) return { kind: 'redirect', to: paths.access({ sent: true }), status: 303 }
    return tooOften(await accessLinkPage(request), wait)
  }
  const [opened] = hash ? await spendAccessLink(services.sql, hash, services.now().toISOString()) : []
  // Used before, by this very browser or another: the page itself tells which.
  if (!opened) return await accessLinkPage(request)
  const cookie = ownershipCookie(headers.get('cookie') ?? '', [opened.organisation_id, opened.application_id], services)
  return { kind: 'redirect', to: whereItBelongs(opened), status: 303, cookies: [cookie] }
}

function tooOften(page: PageAnswer<AccessLinkData>, wait: number): PageAnswer<AccessLinkData> {
  if (page.kind !== 'page' || page.data.kind === 'usable') return page
  return { ...page, status: 429, headers: { 'retry-after': String(wait) }, data: { ...page.data, wait } }
}
