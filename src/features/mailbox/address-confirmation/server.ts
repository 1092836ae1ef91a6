import type { CamelSql } from '#database/camel.ts'
import { confirmAddress } from '#mail/confirm-address.ts'
import { tokenHash } from '#mail/link-token.ts'
import {
  type ConfirmationReason,
  confirmAgainLimit,
  queueAddressConfirmation,
} from '#mail/queue-address-confirmation.ts'
import { command, did, refusal } from '#page/command.ts'
import { page } from '#page/page.ts'
import { href } from '#pages.ts'

type LinkKind = 'usable' | 'confirmed' | 'expired' | 'unknown'
type LinkRow = { email: string; reason: ConfirmationReason; expiresAt: string; isConfirmed: boolean }

async function findLink(sql: CamelSql, token: string, now: string): Promise<{ kind: LinkKind; link?: LinkRow }> {
  const hash = tokenHash(token)
  const [link] = hash
    ? await sql<LinkRow[]>`
        select l.email, l.reason, l.expires_at,
          exists (select from confirmed_addresses as c where c.email = l.email) as is_confirmed
        from address_confirmations as l
        where l.token_hash = decode(${hash}::text, 'hex')`
    : []
  if (!link) return { kind: 'unknown' }
  if (link.isConfirmed) return { kind: 'confirmed', link }
  return { kind: new Date(link.expiresAt) <= new Date(now) ? 'expired' : 'usable', link }
}

const params = { token: () => true }

const confirm = command({
  permission: 'anyone',
  params,
  run: async ({ params: { token }, sql, now, services }) => {
    const { kind, link } = await findLink(sql, token, now)
    if (!link || kind !== 'usable') return refusal('This link cannot be used.')
    await confirmAddress(sql.raw, link.email, services.now())
    return did()
  },
})

/** The answer does not tell whether the address has had enough emails. */
const renew = command({
  permission: 'anyone',
  params,
  limit: confirmAgainLimit,
  run: async ({ params: { token }, sql, now, services }) => {
    const { link } = await findLink(sql, token, now)
    if (link) await queueAddressConfirmation(sql.raw, link, services)
    return did()
  },
  leadsTo: (_, { params }) => href('addressConfirmation', { token: params.token! }, { sent: true }),
})

const statuses: Record<LinkKind, number> = { usable: 200, confirmed: 200, expired: 410, unknown: 404 }

/** Looking confirms nothing, because mail scanners follow links; the button does. */
export const addressConfirmation = page('addressConfirmation', {
  commands: { confirm, renew },
  load: async ({ params: { token }, query, sql, now, refused }) => ({
    kind: (await findLink(sql, token, now)).kind,
    token,
    /** In seconds. */
    wait: refused?.retryAfter ?? null,
    isSent: query.has('sent'),
  }),
  status: ({ kind, wait }) => (wait === null ? statuses[kind] : 429),
})
