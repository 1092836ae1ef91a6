import { type } from 'arktype'
import type { SqlRunner } from '#database/sql.ts'
import { confirmAddress } from '#mail/confirm-address.ts'
import { tokenHash } from '#mail/link-token.ts'
import { type ConfirmationRow, findConfirmation } from '#mail/queries.ts'
import { confirmAgainLimit, queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { href } from '#pages.ts'
import { answer, formCommand } from '#requests/command.ts'
import { formPost } from '#requests/form-post.ts'
import { handler, type PageAnswer, type PageRequest } from '#requests/page-loader.ts'
import { failure } from '#wire/failure.ts'
import type { AddressConfirmationData } from '../state.ts'

/** The page of a link that confirms an address. Looking confirms nothing, because mail scanners follow links; the button does. */
async function addressConfirmationPage({
  params,
  query,
  services,
}: PageRequest): Promise<Extract<PageAnswer<AddressConfirmationData>, { kind: 'page' }>> {
  const token = params.token ?? ''
  const found = await findLink(token, services.sql)
  const page = (kind: AddressConfirmationData['kind'], status: number) => ({
    kind: 'page' as const,
    status,
    data: { kind, token, wait: null, isSent: query.has('sent') },
  })
  if (!found) return page('unknown', 404)
  if (found.is_confirmed) return page('confirmed', 200)
  return new Date(found.expires_at) <= services.now() ? page('expired', 410) : page('usable', 200)
}

async function findLink(token: string, sql: SqlRunner): Promise<ConfirmationRow | undefined> {
  const hash = tokenHash(token)
  const [link] = hash ? await findConfirmation(sql, { tokenHash: hash }) : []
  return link
}

const linkParams = type({ token: 'string' })

const confirmLink = formCommand({
  permission: 'anyone',
  params: linkParams,
  run: async ({ params, services: { sql, now } }) => {
    const link = await findLink(params.token, sql)
    // The page itself tells which it is.
    const isUsable = link && !link.is_confirmed && new Date(link.expires_at) > now()
    if (!isUsable) return failure('conflict', 'This link cannot be used.')
    await sql.begin((transaction) => confirmAddress(transaction, link.email, now()))
    return answer(null)
  },
})

/** A new link to the same address. The answer does not tell whether the address has had enough mails. */
const renewLink = formCommand({
  permission: 'anyone',
  params: linkParams,
  limit: confirmAgainLimit,
  run: async ({ params, services }) => {
    const link = await findLink(params.token, services.sql)
    if (link) await services.sql.begin((transaction) => queueAddressConfirmation(transaction, link, services))
    return answer(null)
  },
})

const confirm = formPost<AddressConfirmationData, typeof confirmLink>(confirmLink, {
  done: (_, { params }) => href('addressConfirmation', { token: params.token! }),
  again: addressConfirmationPage,
})

const renew = formPost<AddressConfirmationData, typeof renewLink>(renewLink, {
  done: (_, { params }) => href('addressConfirmation', { token: params.token! }, { sent: true }),
  again: async (request, _, { retryAfter: wait = null }) => {
    const { data } = await addressConfirmationPage(request)
    return { kind: 'page', data: { ...data, wait } }
  },
})

export const addressConfirmation = handler<AddressConfirmationData>({
  load: addressConfirmationPage,
  act: async (request) => await (request.form.intent === 'renew' ? renew : confirm)(request),
})
