import type { Loader, PageAnswer, PageRequest } from '../../../../page-loader.ts'
import { tokenHash } from '../../server/link-token.ts'
import type { AddressConfirmationData } from '../rules.ts'
import { findConfirmation } from './queries.ts'

/** The page of a link that confirms an address. Looking confirms nothing, because mail scanners follow links; the button does. */
export const loadAddressConfirmation: Loader<AddressConfirmationData> = async (request) =>
  await addressConfirmationPage(request)

/** The page of such a link as it stands. */
export async function addressConfirmationPage({
  params,
  query,
  services,
}: PageRequest): Promise<Extract<PageAnswer<AddressConfirmationData>, { kind: 'page' }>> {
  const token = params.token ?? ''
  const hash = tokenHash(token)
  const [found] = hash ? await findConfirmation(services.sql, { tokenHash: hash }) : []
  const page = (kind: AddressConfirmationData['kind'], status: number) => ({
    kind: 'page' as const,
    status,
    data: { kind, token, wait: null, isSent: query.has('sent') },
  })
  if (!found) return page('unknown', 404)
  if (found.is_confirmed) return page('confirmed', 200)
  return new Date(found.expires_at) <= services.now() ? page('expired', 410) : page('usable', 200)
}
