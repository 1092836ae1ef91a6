import { href } from '../../../../pages.ts'
import {
  type Action,
  handler,
  type Loader,
  type PageAnswer,
  type PageRequest,
} from '../../../../requests/page-loader.ts'
import { tokenHash } from '../../server/link-token.ts'
import type { AddressConfirmationData } from '../rules.ts'
import { confirmAddress } from './confirm-address.ts'
import { findConfirmation } from './queries.ts'
import { resendAddressConfirmation } from './queue-address-confirmation.ts'

/** The page of a link that confirms an address. Looking confirms nothing, because mail scanners follow links; the button does. */
const loadAddressConfirmation: Loader<AddressConfirmationData> = async (request) =>
  await addressConfirmationPage(request)

/** The page of such a link as it stands. */
async function addressConfirmationPage({
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

/** Takes the two forms of a link's page: the button that confirms its address, and the wish for a new link to the same address. */
const actAddressConfirmation: Action<AddressConfirmationData> = async (request) => {
  const { params, form, services, visitor } = request
  const token = params.token ?? ''
  const hash = tokenHash(token)
  const [link] = hash ? await findConfirmation(services.sql, { tokenHash: hash }) : []
  if (form.intent === 'renew') {
    const wait = await resendAddressConfirmation(services, visitor, link ?? null)
    if (wait === null)
      return { kind: 'redirect', to: href('addressConfirmation', { token }, { sent: true }), status: 303 }
    const page = await addressConfirmationPage(request)
    return { ...page, status: 429, headers: { 'retry-after': String(wait) }, data: { ...page.data, wait } }
  }
  if (!link || link.is_confirmed || new Date(link.expires_at) <= services.now()) {
    return await addressConfirmationPage(request)
  }
  await services.sql.begin((transaction) => confirmAddress(transaction, link.email, services.now()))
  return { kind: 'redirect', to: href('addressConfirmation', { token }), status: 303 }
}

export const addressConfirmation = handler({ load: loadAddressConfirmation, act: actAddressConfirmation })
