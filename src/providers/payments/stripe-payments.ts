import Stripe from 'stripe'
import { readVatNumber } from '#domain/vat.ts'
import { type CheckoutRequest, isPaymentsFailure, type Payments } from './payments.ts'
import { ask, badSignature, brokenAnswer, nothingTaken } from './stripe-failures.ts'
import {
  idOf,
  isoTime,
  readBalanceTransaction,
  readCheckoutSession,
  readCreditNote,
  readDispute,
  readInvoice,
  readInvoiceDocument,
  readPaidPeriod,
  readPayment,
  readRefund,
  readSubscription,
  subscriptionOfInvoice,
} from './stripe-shapes.ts'

const webhookToleranceSeconds = 300

const sessionParts = ['subscription', 'invoice.payments', 'payment_intent.latest_charge']

/** Two attempts of `timeoutMs` at most, under one idempotency key. @throws where a secret is empty or `apiBase` is no http(s) address. */
export function createPayments({
  secretKey,
  webhookSecret,
  webhookSecretAlso = '',
  apiBase = 'https://api.stripe.com',
  timeoutMs = 4_500,
}: {
  secretKey: string
  /** Null where no webhooks come in. */
  webhookSecret: string | null
  webhookSecretAlso?: string
  apiBase?: string
  timeoutMs?: number
}): Payments {
  if (!secretKey.trim() || webhookSecret?.trim() === '')
    throw new Error('The payment provider needs a key and a webhook secret.')
  const stripe = new Stripe(secretKey, {
    ...addressOf(apiBase),
    timeout: timeoutMs,
    maxNetworkRetries: 1,
    telemetry: false,
    httpClient: Stripe.createFetchHttpClient(fetchWithoutRedirects),
  })

  /** By what they are for: a rate stays, and every payment needs one. */
  const taxRates = new Map<string, string>()

  return {
    createCustomer: ({ organisationId, name, email, idempotencyKey }) =>
      ask(
        stripe.customers.create({ name, email, metadata: { organisation_id: organisationId } }, { idempotencyKey }),
        (customer) => ({ customerId: customer.id }),
      ),

    async createCheckoutSession(request) {
      const { idempotencyKey } = request
      const opened = await ask(
        stripe.checkout.sessions.create(sessionParameters(request), { idempotencyKey }),
        ({ id: sessionId, url, expires_at }) => ({
          sessionId,
          url: new URL(url!).href,
          expiresAt: isoTime(expires_at),
        }),
      )
      // Whatever is wrong with the rate: it is looked for again.
      if (isPaymentsFailure(opened)) taxRates.clear()
      return opened
    },

    retrieveCheckoutSession: (id) =>
      ask(stripe.checkout.sessions.retrieve(id, { expand: sessionParts }), readCheckoutSession),

    expireCheckoutSession: (id) =>
      ask(stripe.checkout.sessions.expire(id, { expand: sessionParts }), readCheckoutSession),

    async ensureCoupon({ id, percentOff, duration, name }) {
      const found = await findCoupon(id)
      const coupon =
        isPaymentsFailure(found) && found.failure === 'payments-not-found'
          ? await createCoupon({ id, percent_off: percentOff, duration, name })
          : found
      if (isPaymentsFailure(coupon)) return coupon
      const same = coupon.percent_off === percentOff && coupon.duration === duration && coupon.valid
      return same ? { couponId: coupon.id } : { ...brokenAnswer, failure: 'payments-rejected', code: 'coupon_differs' }
    },

    async ensureTaxRate(vat) {
      const known = taxRates.get(vat)
      if (known) return { taxRateId: known }
      const found = await ask(stripe.taxRates.list({ active: true, inclusive: true, limit: 100 }), ({ data }) => ({
        rate: data.find(({ metadata }) => metadata?.vat === vat),
      }))
      if (isPaymentsFailure(found)) return found
      const rate = found.rate ?? (await ask(stripe.taxRates.create(taxRateOf(vat)), (made) => made))
      if (isPaymentsFailure(rate)) return rate
      taxRates.set(vat, rate.id)
      return { taxRateId: rate.id }
    },

    async setForeignVatNumber({ customerId, vatNumber }) {
      const treatment = { tax_exempt: vatNumber ? 'reverse' : 'none' } as const
      const changed = await ask(stripe.customers.update(customerId, treatment), ({ id }) => ({ id }))
      if (isPaymentsFailure(changed)) return changed
      const kept = await ask(stripe.customers.listTaxIds(customerId, { limit: 100 }), ({ data }) => ({
        foreign: data.flatMap(({ id, value }) => {
          const number = readVatNumber(value)?.number
          return number ? [{ id, number }] : []
        }),
      }))
      if (isPaymentsFailure(kept)) return kept
      let isThere = false
      for (const { id, number } of kept.foreign) {
        if (number === vatNumber?.number) isThere = true
        else {
          const removed = await ask(stripe.customers.deleteTaxId(customerId, id), (gone) => gone)
          if (isPaymentsFailure(removed) && removed.failure !== 'payments-not-found') return removed
        }
      }
      if (!vatNumber || isThere) return { customerId }
      const { number: value, kind } = vatNumber
      const type = kind as Stripe.CustomerCreateTaxIdParams.Type
      return await ask(stripe.customers.createTaxId(customerId, { type, value }), () => ({ customerId }))
    },

    setSubscriptionTax: (id, { taxRateId, footer }) =>
      ask(
        stripe.subscriptions.update(id, {
          default_tax_rates: taxRateId ? [taxRateId] : '',
          invoice_settings: { footer },
          proration_behavior: 'none',
        }),
        readSubscription,
      ),

    listPaidInvoices: (subscription) =>
      ask(
        stripe.invoices.list({ subscription, status: 'paid', limit: 100, expand: ['data.payments'] }),
        ({ data }) => ({ invoices: data.map(readInvoiceDocument) }),
      ),

    listCreditNotes: (invoice) =>
      ask(stripe.creditNotes.list({ invoice, limit: 100 }), ({ data }) => ({ creditNotes: data.map(readCreditNote) })),

    createCreditNote: ({ invoiceId: invoice, refundId: refund, amountPence: amount, idempotencyKey }) =>
      ask(
        stripe.creditNotes.create(
          { invoice, amount, refunds: [{ refund, amount_refunded: amount }], email_type: 'none' },
          { idempotencyKey },
        ),
        readCreditNote,
      ),

    findDocument: (kind, id) =>
      kind === 'invoice'
        ? ask(stripe.invoices.retrieve(id), ({ invoice_pdf }) => ({ url: new URL(invoice_pdf!).href }))
        : ask(stripe.creditNotes.retrieve(id), ({ pdf }) => ({ url: new URL(pdf).href })),

    createPortalSession: ({ customerId, returnUrl }) =>
      ask(stripe.billingPortal.sessions.create({ customer: customerId, return_url: returnUrl }), (session) => ({
        url: new URL(session.url).href,
      })),

    retrieveInvoice: (id) =>
      ask(stripe.invoices.retrieve(id, { expand: ['payments.data.payment.payment_intent'] }), readInvoice),

    retrieveSubscription: (id) => ask(stripe.subscriptions.retrieve(id), readSubscription),

    setRenewal: (id, { renews }) =>
      ask(stripe.subscriptions.update(id, { cancel_at_period_end: !renews }), readSubscription),

    cancelSubscription: (id) => ask(stripe.subscriptions.cancel(id), readSubscription),

    findSubscriptionOfPayment: (paymentIntentId) =>
      ask(
        stripe.invoicePayments.list({
          payment: { type: 'payment_intent', payment_intent: paymentIntentId },
          expand: ['data.invoice'],
        }),
        ({ data: [payment] }) => ({
          subscriptionId:
            typeof payment?.invoice === 'object' && !payment.invoice.deleted
              ? subscriptionOfInvoice(payment.invoice)
              : null,
          invoiceId: idOf(payment?.invoice),
        }),
      ),

    findPaidPeriod: (subscription) =>
      ask(stripe.invoices.list({ subscription, status: 'paid', limit: 10, expand: ['data.payments'] }), readPaidPeriod),

    retrieveDispute: (id) => ask(stripe.disputes.retrieve(id), readDispute),

    async retrievePayment(id) {
      const payment = await ask(stripe.paymentIntents.retrieve(id, { expand: ['latest_charge.refunds'] }), (found) => ({
        taken: readPayment(found),
      }))
      return isPaymentsFailure(payment) ? payment : (payment.taken ?? nothingTaken)
    },

    refundPayment: ({ paymentIntentId, amountPence, metadata, idempotencyKey }) =>
      ask(
        stripe.refunds.create({ payment_intent: paymentIntentId, amount: amountPence, metadata }, { idempotencyKey }),
        readRefund,
      ),

    findRefund: (paymentIntentId, ourId) =>
      ask(stripe.refunds.list({ payment_intent: paymentIntentId, limit: 100 }), ({ data }) => {
        const ours = data.find(({ metadata }) => metadata?.refund_id === ourId)
        return { refund: ours ? readRefund(ours) : null }
      }),

    listEvents({ types, since, limit = 100 }) {
      const created = { gte: Math.floor(since.getTime() / 1000) }
      const pages = stripe.events.list({ types, created, limit: Math.min(limit, 100) })
      return ask(pages.autoPagingToArray({ limit }), (events) => ({ events }))
    },

    listBalanceTransactions(request) {
      const which =
        'payoutId' in request
          ? { payout: request.payoutId }
          : {
              created: {
                gte: Math.floor(request.since.getTime() / 1000),
                lt: Math.ceil(request.until.getTime() / 1000),
              },
            }
      const { limit } = request
      const pages = stripe.balanceTransactions.list({ ...which, limit: Math.min(limit, 100), expand: ['data.source'] })
      return ask(pages.autoPagingToArray({ limit }), (found) => ({ transactions: found.map(readBalanceTransaction) }))
    },

    // Under Bun only the asynchronous verifier works.
    async verifyWebhook(rawBody, signatureHeader) {
      for (const secret of [webhookSecret ?? '', webhookSecretAlso].filter(Boolean)) {
        const event = await stripe.webhooks
          .constructEventAsync(rawBody, signatureHeader ?? '', secret, webhookToleranceSeconds)
          .catch(() => null)
        if (event) return isEvent(event) ? event : badSignature
      }
      return badSignature
    },
  }

  function findCoupon(id: string) {
    return ask(stripe.coupons.retrieve(id), (coupon) => coupon)
  }

  /** Two processes may make the same coupon at once: the loser takes the winner's. */
  async function createCoupon(coupon: Stripe.CouponCreateParams & { id: string }) {
    const made = await ask(stripe.coupons.create(coupon), (answer) => answer)
    return isPaymentsFailure(made) && made.code === 'resource_already_exists' ? findCoupon(coupon.id) : made
  }
}

function sessionParameters(request: CheckoutRequest): Stripe.Checkout.SessionCreateParams {
  const { orderId, applicationId, product } = request
  const metadata = { ...request.metadata, order_id: orderId, application_id: applicationId, product }
  const { taxRateId, footer } = request.vat
  return {
    mode: request.mode,
    ui_mode: 'hosted_page',
    customer: request.customerId,
    client_reference_id: orderId,
    metadata,
    line_items: request.lines.map((line) => ({
      quantity: line.quantity,
      // What renews has the subscription's rate, which another one can take the place of later.
      ...(taxRateId && !line.interval && { tax_rates: [taxRateId] }),
      price_data: {
        currency: 'gbp',
        unit_amount: line.amountPence,
        product_data: { name: line.name },
        ...(line.interval && { recurring: { interval: line.interval } }),
      },
    })),
    ...(request.discount && { discounts: [{ coupon: request.discount.couponId }] }),
    success_url: request.successUrl,
    cancel_url: request.cancelUrl,
    // The payer is charged the pounds that were shown, never a converted sum.
    adaptive_pricing: { enabled: false },
    // Both may be left out by the payer. Stripe asks for `name` where the number is kept with a customer that is there already.
    billing_address_collection: 'auto',
    tax_id_collection: { enabled: true },
    customer_update: { address: 'auto', name: 'auto' },
    ...(request.mode === 'subscription'
      ? {
          subscription_data: {
            metadata,
            ...(taxRateId && { default_tax_rates: [taxRateId] }),
            ...(footer && { invoice_settings: { footer } }),
          },
          payment_method_collection: 'if_required',
        }
      : {
          payment_intent_data: { metadata },
          invoice_creation: { enabled: true, invoice_data: { metadata, ...(footer && { footer }) } },
        }),
  }
}

function taxRateOf(vat: string): Stripe.TaxRateCreateParams {
  const isReverse = vat === 'reverse'
  return {
    display_name: isReverse ? 'Reverse charge' : 'VAT',
    country: 'GB',
    inclusive: true,
    percentage: isReverse ? 0 : Number(vat),
    tax_type: 'vat',
    metadata: { vat },
  }
}

function isEvent(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  const { object, id, type, data } = value as Partial<Stripe.Event>
  return object === 'event' && typeof id === 'string' && typeof type === 'string' && typeof data?.object === 'object'
}

function addressOf(apiBase: string): { host: string; port: string; protocol: 'http' | 'https' } {
  const url = new URL(apiBase)
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw new Error('The payment API needs an http or https address.')
  const protocol = url.protocol === 'http:' ? 'http' : 'https'
  return { host: url.hostname, port: url.port || (protocol === 'http' ? '80' : '443'), protocol }
}

/** The secret key in the header must not follow a redirect to another host. */
const fetchWithoutRedirects = ((input: string, init?: RequestInit) =>
  fetch(input, { ...init, redirect: 'error' })) as typeof fetch

export async function findWebhookEndpoints({ secretKey, apiBase }: { secretKey: string; apiBase: string }) {
  const stripe = new Stripe(secretKey, { ...addressOf(apiBase), timeout: 4500, maxNetworkRetries: 0, telemetry: false })
  return await ask(stripe.webhookEndpoints.list({ limit: 100 }), ({ data }) => ({
    endpoints: data.map(({ url, status, enabled_events }) => ({
      url,
      isEnabled: status === 'enabled',
      events: enabled_events,
    })),
  }))
}
