import { readContentFlags } from '../../../database/content-flags.ts'
import { applicationState } from '../../../domain/application-state.ts'
import { funnel, isUpsell, type ProductId, products } from '../../../domain/catalogue.ts'
import { isUuid } from '../../../domain/is-uuid.ts'
import { londonDay } from '../../../domain/london-time.ts'
import type { PageRequest } from '../../../requests/page-loader.ts'
import { monthAfter } from '../rules.ts'
import type { Upsell } from '../state.ts'
import { mayPay } from './may-pay.ts'
import { type OrderStatus, readFunnelApplication, readLiveOrder } from './queries.ts'
import { settleOpenOrders } from './settle-open-orders.ts'

/** The offer of a product to the visitor of an application. Nothing is ordered by looking; what was paid is booked. */
export async function upsell({
  params,
  services,
  visitor,
}: PageRequest): Promise<{ kind: 'page'; data: Upsell; status?: number } | { kind: 'not-found' }> {
  const { appId, product } = params
  if (!isUpsell(product)) return { kind: 'not-found' }
  const [application] = isUuid(appId) ? await readFunnelApplication(services.sql, { applicationId: appId }) : []
  if (!application) return { kind: 'page', status: 404, data: { kind: 'not-found' } }
  const { id, status, organisation_name: organisation, event_draft: draft } = application
  const { notSold } = applicationState(application)
  if (notSold === 'not-approved') return { kind: 'page', data: { kind: notSold, product, status } }
  const outstanding = await settleOpenOrders(services, id)
  if (notSold) return { kind: 'page', data: { kind: 'withheld', product, appId: id, why: notSold } }
  const bought = await statusOf(product)
  const paidBefore = funnel[funnel.indexOf(product) - 1]!
  return {
    kind: 'page',
    data: {
      kind: 'offer',
      product,
      appId: id,
      title: draft.title,
      organisation,
      isBought: bought === 'paid' || bought === 'disputed',
      isDisputed: bought === 'disputed',
      mayPay: await mayPay(visitor, id),
      paidBefore: (await statusOf(paidBefore)) === 'paid' ? products[paidBefore].label : null,
      outstanding,
      renewsOn: monthAfter(londonDay(services.now())),
      problem: null,
      engraving: '',
      engravingProblem: null,
      flags: await readContentFlags(services.sql),
    },
  }

  async function statusOf(wanted: ProductId): Promise<OrderStatus | undefined> {
    const [order] = await readLiveOrder(services.sql, { applicationId: id, type: wanted })
    return order?.status
  }
}
