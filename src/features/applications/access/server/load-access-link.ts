import { readDraftId } from '../../../../ownership.ts'
import type { Loader, PageAnswer, PageRequest } from '../../../../page-loader.ts'
import { href } from '../../../../pages.ts'
import { tokenHash } from '../../../mail/server/link-token.ts'
import type { AccessLinkData } from '../state.ts'
import { findAccessLink, type LinkAim } from './queries.ts'

/**
 * The page of a link. Looking uses nothing up, because mail scanners follow links; the button does. A browser that has the
 * application already goes straight on.
 */
export const loadAccessLink: Loader<AccessLinkData> = async (request) => await accessLinkPage(request)

/** The page of a link as it stands. */
export async function accessLinkPage(request: PageRequest): Promise<PageAnswer<AccessLinkData>> {
  const { params, services } = request
  const token = params.token ?? ''
  const hash = tokenHash(token)
  const [link] = hash ? await findAccessLink(services.sql, { tokenHash: hash }) : []
  if (!link) return { kind: 'page', status: 404, data: { kind: 'unknown', token, wait: null } }
  if (await hasIt(request, link)) return { kind: 'redirect', to: whereItBelongs(link), status: 303 }
  if (link.used_at) return { kind: 'page', status: 410, data: { kind: 'used', token, wait: null } }
  if (new Date(link.expires_at) <= services.now()) {
    return { kind: 'page', status: 410, data: { kind: 'expired', token, wait: null } }
  }
  return { kind: 'page', status: 200, data: { kind: 'usable', token, isDraft: link.draft_id !== null } }
}

async function hasIt({ headers, visitor, services }: PageRequest, link: LinkAim): Promise<boolean> {
  if (link.application_id !== null) return await visitor.isOwnerOf(link.application_id)
  return readDraftId(headers.get('cookie') ?? '', services) === link.draft_id
}

/** Where whoever has an application goes on with it. */
export function whereItBelongs({ application_id: id, status }: LinkAim): string {
  if (id === null) return href('apply', { continue: true })
  return status === 'approved' ? href('listingCheckout', { appId: id }) : href('preApproved', { application_id: id })
}
