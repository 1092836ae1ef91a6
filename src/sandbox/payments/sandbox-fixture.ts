import Stripe from 'stripe'
import {
  type CheckoutRequest,
  isPaymentsFailure,
  type Payments,
  type PaymentsFailure,
} from '#providers/payments/payments.ts'
import { createPayments } from '#providers/payments/stripe-payments.ts'
import { openTestDatabase } from '#test/database.ts'
import { type PaymentsSandbox, startPaymentsSandbox } from './start-payments-sandbox.ts'

export const secretKey = 'sk_test_sandbox'
export const webhookSecret = 'whsec_a_secret_of_the_tests'

/**
 * A sandbox on a database of its own, the site that serves its pages and takes its webhooks over HTTP, and the real SDK.
 * The site answers webhooks with `webhookStatus` and keeps what it verified in `received`.
 */
export async function openSandboxFixture() {
  const database = await openTestDatabase()
  const state = { webhookStatus: 200, time: new Date('2026-11-21T12:00:00Z') }
  const received: Stripe.Event[] = []
  let forged = 0
  let sandbox: PaymentsSandbox | null = null

  const site = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const { pathname } = new URL(request.url)
      if (pathname === '/api/stripe/webhook') return takeWebhook(request)
      return (await sandbox?.handleHosted(request)) ?? new Response('elsewhere', { status: 404 })
    },
  })
  const publicUrl = `http://127.0.0.1:${site.port}`

  async function start(): Promise<PaymentsSandbox> {
    return startPaymentsSandbox({
      sql: database.sql,
      publicUrl: () => publicUrl,
      webhookUrl: () => `${publicUrl}/api/stripe/webhook`,
      webhookSecret,
      clock: () => state.time,
      pollMs: 50,
    })
  }

  async function takeWebhook(request: Request): Promise<Response> {
    const payments = createPayments({ secretKey, webhookSecret })
    const event = await payments.verifyWebhook(await request.text(), request.headers.get('stripe-signature'))
    if (isPaymentsFailure(event)) forged += 1
    else if (state.webhookStatus < 300) received.push(event)
    return new Response(null, { status: isPaymentsFailure(event) ? 400 : state.webhookStatus })
  }

  sandbox = await start()
  return {
    sql: database.sql,
    databaseUrl: database.url,
    publicUrl,
    received,
    state,
    get sandbox() {
      return sandbox!
    },
    get forged() {
      return forged
    },
    payments: (timeoutMs = 4_500) =>
      withCustomers(createPayments({ secretKey, webhookSecret, apiBase: sandbox!.apiBase, timeoutMs })),
    stripe: () => {
      const { hostname, port } = new URL(sandbox!.apiBase)
      return new Stripe(secretKey, { host: hostname, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false })
    },
    start,
    async restart() {
      await sandbox!.stop()
      sandbox = await start()
    },
    /** Waits until the site has been told of all these types, counting repeats. */
    async receiveEvents(...types: string[]): Promise<Stripe.Event[]> {
      const until = Date.now() + 5_000
      while (Date.now() < until) {
        const left = received.map((event) => event.type as string)
        if (types.every((type) => left.includes(type) && left.splice(left.indexOf(type), 1))) return received
        await Bun.sleep(20)
      }
      throw new Error(`Not told of ${types.join(', ')}; only of ${received.map((event) => event.type).join(', ')}`)
    },
    async close() {
      await sandbox!.stop()
      await site.stop(true)
      await database.close()
    },
  }
}

/** A purchase that names no customer gets one of its own. */
export function withCustomers(payments: Payments): Payments {
  return {
    ...payments,
    async createCheckoutSession(request) {
      if (request.customerId) return payments.createCheckoutSession(request)
      const customer = await payments.createCustomer({
        organisationId: request.orderId,
        name: 'Harbour Lights Festival Ltd',
        email: 'events@harbour-lights.example',
        idempotencyKey: `${request.idempotencyKey}-customer`,
      })
      if (isPaymentsFailure(customer)) return customer
      return payments.createCheckoutSession({ ...request, ...customer })
    },
  }
}

export type SandboxFixture = Awaited<ReturnType<typeof openSandboxFixture>>

/** The value of a call that must succeed. */
export function must<T extends object>(value: T | PaymentsFailure): T {
  if (isPaymentsFailure(value)) throw new Error(`${value.failure}: ${value.code}`)
  return value as T
}

/** A purchase of the annual listing by a new customer; the given fields stand in for its own. */
export function listingRequest(changes: Partial<CheckoutRequest> = {}): CheckoutRequest {
  const orderId = crypto.randomUUID()
  return {
    orderId,
    applicationId: crypto.randomUUID(),
    product: 'listing',
    lines: [{ name: 'Annual Listing', amountPence: 4_900, interval: 'year', quantity: 1 }],
    customerId: '',
    successUrl: 'http://127.0.0.1:9/accreditation/success?session_id={CHECKOUT_SESSION_ID}&application_id=a1',
    cancelUrl: 'http://127.0.0.1:9/checkout/listing/a1',
    idempotencyKey: `order-${orderId}`,
    mode: 'subscription',
    metadata: {},
    vat: { taxRateId: null, footer: '' },
    ...changes,
  }
}

/** The one-off gold award. */
export function awardRequest(changes: Partial<CheckoutRequest> = {}): CheckoutRequest {
  const lines = [{ name: 'Gold Award', amountPence: 19_900, interval: null, quantity: 1 as const }]
  return listingRequest({ product: 'award', mode: 'payment', lines, ...changes })
}

/** Opens a hosted page as a browser does and reads its form's token. */
export async function openPage(url: string): Promise<{ html: string; token: string; response: Response }> {
  const response = await fetch(url)
  const html = await response.text()
  return { html, token: /name="token" value="([^"]+)"/.exec(html)?.[1] ?? '', response }
}

/** Posts a hosted page's form without following where it leads. */
export function press(
  url: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method: 'POST',
    headers: { origin: new URL(url).origin, ...headers },
    body: new URLSearchParams(fields),
    redirect: 'manual',
  })
}
