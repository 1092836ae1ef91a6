import type { Loader, PageAnswer, PageRequest } from '../../../../page-loader.ts'
import { tokenHash } from '../../../mail/server/link-token.ts'
import type { InvitationData } from '../state.ts'
import { findInvitation } from './queries.ts'

/** The page of a link for a password. Looking uses nothing up, because mail scanners follow links; the form does. */
export const loadInvitation: Loader<InvitationData> = async (request) => await invitationPage(request)

/** The page of a link as it stands, with what is wrong with the password that was typed. */
export async function invitationPage(
  { params, services }: PageRequest,
  problem: string | null = null,
): Promise<PageAnswer<InvitationData>> {
  const token = params.token ?? ''
  const hash = tokenHash(token)
  const [link] = hash ? await findInvitation(services.sql, { tokenHash: hash }) : []
  if (!link || link.deactivated_at) return { kind: 'page', status: 404, data: { kind: 'unknown' } }
  if (link.used_at) return { kind: 'page', status: 410, data: { kind: 'used' } }
  if (new Date(link.expires_at) <= services.now()) return { kind: 'page', status: 410, data: { kind: 'expired' } }
  const { name, email, has_password: hasPassword } = link
  return {
    kind: 'page',
    status: problem ? 422 : 200,
    data: { kind: 'usable', token, name, email, isNew: !hasPassword, problem },
  }
}
