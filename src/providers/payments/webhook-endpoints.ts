import Stripe from 'stripe'
import type { PaymentsFailure } from './payments.ts'
import { ask } from './stripe-failures.ts'
import { addressOf } from './stripe-payments.ts'

/** Where Stripe sends events to, and which (`*` for all). It reads and changes nothing. */
export async function findWebhookEndpoints({
  secretKey,
  apiBase,
}: {
  secretKey: string
  apiBase: string
}): Promise<{ endpoints: { url: string; isEnabled: boolean; events: string[] }[] } | PaymentsFailure> {
  const stripe = new Stripe(secretKey, { ...addressOf(apiBase), timeout: 4500, maxNetworkRetries: 0, telemetry: false })
  return await ask(stripe.webhookEndpoints.list({ limit: 100 }), ({ data }) => ({
    endpoints: data.map(({ url, status, enabled_events }) => ({
      url,
      isEnabled: status === 'enabled',
      events: enabled_events,
    })),
  }))
}
