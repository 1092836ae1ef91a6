import { type } from 'arktype'
import { type UpsellCall, upsellCall } from '#api.ts'
import { funnel, isUpsell, type ProductId, products, type UpsellId, upsellIds } from '#domain/catalogue.ts'
import type { ClaimPlace } from '#domain/claim-places.ts'
import type { ShownClaim } from '#domain/claims.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { openDecisions } from '#domain/open-decisions.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { findMissingOrder } from '#features/payments/checkout/server/find-lost-payment.ts'
import { monthlyDays } from '#features/payments/checkout/server/record-agreement.ts'
import { settleOpenOrders } from '#features/payments/checkout/server/settle-open-orders.ts'
import {
  leadToPage,
  mayPay,
  monthlyFields,
  monthlyWords,
  ofOwn,
  type Payer,
  problemOfStart,
  sessionAnswer,
  sessionCall,
  sessionFailures,
  sessionFields,
  sessionWords,
  startPayment,
  unsuccessful,
} from '#features/payments/checkout/server/start-payment.ts'
import { vatOf } from '#features/payments/checkout/server/vat-of.ts'
import { maxEngraving, readEngraving } from '#features/payments/rules.ts'
import { readFunnelApplication, readLiveOrder } from '#features/payments/server/queries.ts'
import type { Buyer } from '#features/payments/terms.ts'
import { outsideCommand } from '#page/command.ts'
import { notFound, page } from '#page/page.ts'
import { command } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import { failure } from '#wire/failure.ts'
import { problemOf } from '#wire/form.ts'
import { readGoldAward } from './give-gold.ts'

const engraving = { 'engraving?': type('string <= 10000').configure({ sentence: 'Please enter your engraving text.' }) }

function upsellSession(product: UpsellId) {
  const { name } = products[product]
  const isEngraved = 'isEngraved' in products[product]
  const more = products[product].interval ? ` ${monthlyWords}` : ''
  const fields = products[product].interval ? { ...sessionFields, ...monthlyFields } : sessionFields
  return command({
    ...sessionCall,
    summary: `Start the payment of ${name}`,
    description: isEngraved
      ? `${sessionWords} The engraving has 1 to ${maxEngraving} characters on one line.`
      : sessionWords + more,
    schema: type(isEngraved ? { ...sessionFields, ...engraving } : fields).onUndeclaredKey('delete'),
    failures: isEngraved
      ? { ...sessionFailures, invalid: { when: 'The engraving is not valid.', details: unsuccessful } }
      : sessionFailures,
    async run({ input, visitor, services }) {
      return sessionAnswer(
        await startUpsell(product, { visitor, services }, input.applicationId, input as Choices & typeof input),
      )
    },
  })
}

type Choices = { engraving?: string; buyer?: Buyer | null; startNow?: boolean }

/** @param chosen the engraving, of a product that has one; who buys and whether it starts now, of a monthly one. */
async function startUpsell(product: UpsellId, by: Payer, applicationId: string, chosen: Choices) {
  const engraved = 'isEngraved' in products[product] ? readEngraving(chosen.engraving ?? null) : null
  // Somebody who may not pay reads that first.
  if (engraved && 'problem' in engraved && (await mayPay(by.visitor, applicationId))) {
    return failure('invalid', engraved.problem, {
      fields: [{ field: 'engraving', message: engraved.problem }],
      details: { success: false },
    })
  }
  const metadata = engraved && 'text' in engraved ? { engraving: engraved.text } : {}
  const { buyer = null, startNow: startsNow = false } = chosen
  return await startPayment(by, { applicationId, product, metadata, buyer, startsNow })
}

export const upsellSessions = Object.fromEntries(upsellIds.map((id) => [upsellCall(id), upsellSession(id)])) as Record<
  UpsellCall,
  ReturnType<typeof upsellSession>
>

type OfferClaims = Record<'was' | 'badge' | 'figures' | 'testimonials' | 'promises', ShownClaim[]>
const none: OfferClaims = { was: [], badge: [], figures: [], testimonials: [], promises: [] }
const offerPlaces = {
  award: { was: 'award-was', badge: 'award-badge' },
  marketing: {
    was: 'marketing-was',
    figures: 'marketing-figures',
    testimonials: 'marketing-testimonials',
    promises: 'marketing-guarantees',
  },
  ads: { figures: 'ads-figures', promises: 'ads-guarantee' },
} as const satisfies Record<UpsellId, Partial<Record<keyof OfferClaims, ClaimPlace>>>

async function offerClaims(services: Services, product: UpsellId): Promise<OfferClaims> {
  const parts: [string, ClaimPlace][] = Object.entries(offerPlaces[product])
  const shown = await readClaims(
    services,
    parts.map(([, place]) => place),
  )
  return { ...none, ...Object.fromEntries(parts.map(([part, place]) => [part, shown[place]])) }
}

const pay = outsideCommand({
  ...ofOwn,
  params: { ...ofOwn.params, product: isUpsell },
  schema: type({ ...engraving, ...monthlyFields }).onUndeclaredKey('delete'),
  run: async ({ params: { appId, product }, input, visitor, services }) =>
    leadToPage(await startUpsell(product as UpsellId, { visitor, services }, appId, input)),
  leadsTo: (url: string) => url,
})

/** Nothing is ordered by looking; what was paid is recorded. */
export const upsell = page('upsell', {
  commands: { pay },
  load: async (request) => {
    const { params, typed, refused, services, visitor } = request
    const { appId, product } = params
    if (!isUpsell(product)) return notFound()
    const [application] = isUuid(appId) ? await readFunnelApplication(services.sql, { applicationId: appId }) : []
    if (!application) return await findMissingOrder(request, appId)
    const { id, status, eventDraft: draft } = application
    const notSold = openDecisions(application, londonDay(services.now())).sell
    if (notSold === 'not-approved') return { kind: notSold, product, status }
    const outstanding = await settleOpenOrders(services, id)
    if (notSold) return { kind: 'withheld' as const, product, appId: id, why: notSold }
    const liveOrder = async (type: ProductId) => (await readLiveOrder(services.sql, { applicationId: id, type }))[0]
    const bought = await liveOrder(product)
    const isBought = bought?.status === 'paid' || bought?.status === 'disputed'
    const [award] = product === 'award' && bought ? await readGoldAward(services.sql, { orderId: bought.id }) : []
    const { waitsUntil = null, givenAt = null } = award ?? {}
    const paidBefore = funnel[funnel.indexOf(product) - 1]!
    return {
      kind: 'offer' as const,
      product,
      appId: id,
      title: draft.title,
      isBought,
      isDisputed: bought?.status === 'disputed',
      mayPay: await mayPay(visitor, id),
      vat: vatOf(services, application),
      paidBefore: (await liveOrder(paidBefore))?.status === 'paid' ? products[paidBefore].label : null,
      outstanding,
      ...monthlyDays(services.now()),
      // The page itself says so to people who may not pay, or have paid.
      problem: !refused || refused.failure === 'forbidden' || isBought ? null : problemOfStart(refused),
      engraving: typed.engraving ?? '',
      engravingProblem: problemOf(refused?.fields ?? [], 'engraving') ?? null,
      claims: await offerClaims(services, product),
      gold: product === 'award' ? { minScore: services.env.goldMinScore, waitsUntil, givenAt } : null,
    }
  },
  status: ({ kind }) => (kind === 'unknown' ? 404 : null),
})
