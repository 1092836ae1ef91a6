import type { Loader, PageAnswer, PageRequest } from '../../../../page-loader.ts'
import { tokenHash } from '../../../mail/server/link-token.ts'
import type { ConfirmationData } from '../rules.ts'
import { findRequest } from './queries.ts'

/** The page of a confirmation link. Looking confirms nothing, because mail scanners follow links; the button does. */
export const loadConfirmation: Loader<ConfirmationData> = async (request) => await confirmationPage(request)

/** The page of a confirmation link as it stands. */
export async function confirmationPage({ params, services }: PageRequest): Promise<PageAnswer<ConfirmationData>> {
  const token = params.token ?? ''
  const hash = tokenHash(token)
  const [found] = hash ? await findRequest(services.sql, { tokenHash: hash }) : []
  const page = (kind: ConfirmationData['kind'], status: number) => ({
    kind: 'page' as const,
    status,
    data: { kind, token },
  })
  if (!found) return page('unknown', 404)
  if (found.used_at) return found.ended_at ? page('used', 410) : page('subscribed', 200)
  return new Date(found.expires_at) <= services.now() ? page('expired', 410) : page('usable', 200)
}
