import { type } from 'arktype'
import { confirmAddress } from '#mail/confirm-address.ts'
import { linkParams, tokenHash } from '#mail/link-token.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost, formsByIntent } from '#requests/form-post.ts'
import { draftCookie, readDraftId } from '#requests/ownership.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import type { AccessLinkData, LinkGoal } from '../state.ts'
import { findAccessLink, type LinkAim, spendAccessLink } from './queries.ts'
import { perVisitor, sendAccessLinks } from './send-access-links.ts'
import { sendDraftLink } from './send-draft-link.ts'

/**
 * The page of a link. Looking uses nothing up, because mail scanners follow links; the button does. A browser that has the
 * application already goes straight on.
 */
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

/** Uses a link up, notes that the address which it was mailed to is read, and gives this browser what the link leads to. */
const open = formCommand({
  permission: 'anyone',
  params: linkParams,
  run: async ({ params: { tokenHash }, headers, visitor, services }) => {
    const { sql, now } = services
    const opened = await sql.begin(async (transaction) => {
      const [opened] = await spendAccessLink(transaction, { tokenHash, now: now().toISOString() })
      if (opened?.email) await confirmAddress(transaction, opened.email, now())
      return opened
    })
    // Used before, by this very browser or another: the page itself tells which.
    if (!opened) return failure('not-found', 'This link cannot be used.')
    const cookie = opened.draft_id
      ? draftCookie(headers.get('cookie') ?? '', opened.draft_id, services)
      : await visitor.ownershipCookie([opened.organisation_id!, opened.application_id!])
    return answer(opened, { cookies: [cookie] })
  },
})

/** Mails a new link to where this one led, if anywhere. The answer does not tell whether the address has had enough mails. */
const renew = formCommand({
  permission: 'anyone',
  params: type({ token: 'string' }),
  limit: perVisitor,
  run: async ({ params, services }) => {
    const hash = tokenHash(params.token)
    const [link] = hash ? await findAccessLink(services.sql, { tokenHash: hash }) : []
    if (link?.draft_id && link.draft_email) {
      await sendDraftLink(services, { draftId: link.draft_id, email: link.draft_email.trim() })
    } else {
      await sendAccessLinks(services, link?.application_id ? { applicationId: link.application_id } : null)
    }
    return answer(null)
  },
})

export const accessLink = handler<AccessLinkData>({
  load: accessLinkPage,
  act: formsByIntent(
    {
      renew: formPost(renew, {
        done: () => href('access', { sent: true }),
        again: async (request, _, { retryAfter: wait = null }) => {
          const page = await accessLinkPage(request)
          return page.kind !== 'page' || page.data.kind === 'usable'
            ? page
            : { kind: 'page', data: { ...page.data, wait } }
        },
      }),
    },
    formPost(open, { done: (opened, { query }) => whereItBelongs(opened, goalOf(query)), again: accessLinkPage }),
  ),
})
