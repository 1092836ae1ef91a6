import { href } from '../../../../pages.ts'
import { draftCookie, readDraftId } from '../../../../requests/ownership.ts'
import {
  type Action,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '../../../../requests/page-loader.ts'
import type { Services } from '../../../../requests/services.ts'
import { confirmAddress } from '../../../mail/address-confirmation/server/confirm-address.ts'
import { tokenHash } from '../../../mail/server/link-token.ts'
import type { AccessLinkData, LinkGoal } from '../state.ts'
import { type AccessLinkRow, findAccessLink, type LinkAim, spendAccessLink } from './queries.ts'
import { sendAccessLinks } from './send-access-links.ts'
import { renewDraftLink } from './send-draft-link.ts'

/**
 * The page of a link. Looking uses nothing up, because mail scanners follow links; the button does. A browser that has the
 * application already goes straight on.
 */
const loadAccessLink: Loader<AccessLinkData> = async (request) => await accessLinkPage(request)

/** The page of a link as it stands. */
async function accessLinkPage(request: PageRequest): Promise<PageAnswer<AccessLinkData>> {
  const { params, query, services } = request
  const to = goalOf(query)
  const token = params.token ?? ''
  const hash = tokenHash(token)
  const [link] = hash ? await findAccessLink(services.sql, { tokenHash: hash }) : []
  if (!link) return { kind: 'page', status: 404, data: { kind: 'unknown', token, wait: null } }
  if (await hasIt(request, link)) return { kind: 'redirect', to: whereItBelongs(link, to), status: 303 }
  if (link.was_draft) return { kind: 'page', status: 410, data: { kind: 'sent', token, wait: null } }
  if (link.used_at) return { kind: 'page', status: 410, data: { kind: 'used', token, wait: null } }
  if (new Date(link.expires_at) <= services.now()) {
    return { kind: 'page', status: 410, data: { kind: 'expired', token, wait: null } }
  }
  return { kind: 'page', status: 200, data: { kind: 'usable', token, isDraft: link.draft_id !== null, to } }
}

function goalOf(query: URLSearchParams): LinkGoal {
  return query.get('to') === 'status' ? 'status' : null
}

async function hasIt({ headers, visitor, services }: PageRequest, link: LinkAim): Promise<boolean> {
  if (link.application_id !== null) return await visitor.isOwnerOf(link.application_id)
  return readDraftId(headers.get('cookie') ?? '', services) === link.draft_id
}

/** Where whoever has an application goes on with it. */
function whereItBelongs({ application_id: id, status }: LinkAim, to: LinkGoal): string {
  if (id === null) return href('apply', { continue: true })
  if (to === 'status') return href('myApplication', { appId: id })
  return status === 'approved' ? href('listingCheckout', { appId: id }) : href('preApproved', { application_id: id })
}

/** Takes the two forms of a link's page: the button that uses it, and the wish for a new one. */
const actAccessLink: Action<AccessLinkData> = async (request) => {
  const { params, query, form, headers, visitor, services } = request
  const hash = tokenHash(params.token)
  if (form.intent === 'renew') {
    const [link] = hash ? await findAccessLink(services.sql, { tokenHash: hash }) : []
    const wait = await renew(request, link)
    if (wait === null) return { kind: 'redirect', to: href('access', { sent: true }), status: 303 }
    return tooOften(await accessLinkPage(request), wait)
  }
  const opened = hash && (await spend(services, hash))
  // Used before, by this very browser or another: the page itself tells which.
  if (!opened) return await accessLinkPage(request)
  const cookie = opened.draft_id
    ? draftCookie(headers.get('cookie') ?? '', opened.draft_id, services)
    : await visitor.ownershipCookie([opened.organisation_id!, opened.application_id!])
  return { kind: 'redirect', to: whereItBelongs(opened, goalOf(query)), status: 303, cookies: [cookie] }
}

/** Uses a link up, and notes that the address which it was mailed to is read; null where it cannot be used. */
async function spend({ sql, now }: Services, hash: string) {
  return await sql.begin(async (transaction) => {
    const [opened] = await spendAccessLink(transaction, { tokenHash: hash, now: now().toISOString() })
    if (opened?.email) await confirmAddress(transaction, opened.email, now())
    return opened ?? null
  })
}

/** A new link to where this one led, if anywhere. */
async function renew({ services, visitor }: PageRequest, link: AccessLinkRow | undefined): Promise<number | null> {
  if (link?.draft_id && link.draft_email) {
    return await renewDraftLink(services, visitor, { draftId: link.draft_id, email: link.draft_email.trim() })
  }
  return await sendAccessLinks(services, visitor, link?.application_id ? { applicationId: link.application_id } : null)
}

function tooOften(page: PageAnswer<AccessLinkData>, wait: number): PageAnswer<AccessLinkData> {
  if (page.kind !== 'page' || page.data.kind === 'usable') return page
  return { ...page, status: 429, headers: { 'retry-after': String(wait) }, data: { ...page.data, wait } }
}

export const accessLink = handler({ load: loadAccessLink, act: actAccessLink })
