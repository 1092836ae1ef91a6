import { type Action, handler, type PageRequest } from '../../../page-loader.ts'
import { readEngraving } from '../rules.ts'
import type { Upsell } from '../state.ts'
import { checkoutRefusal } from './checkout-refusal.ts'
import { loadAds, loadAward, loadMarketing, type UpsellProduct, upsell } from './load-upsell.ts'
import { startFromForm, statusOfStart } from './start-from-form.ts'

type Form = PageRequest & { form: Record<string, string> }

/** The Gold award's own post: the payment page, or the offer again with what is wrong with the engraving. */
export const actAward: Action<Upsell> = async (request) => {
  const typed = request.form.engraving ?? ''
  const engraving = readEngraving(typed)
  if ('text' in engraving) return await act(request, 'award', { engraving: engraving.text }, typed)
  const page = await upsell(request, 'award')
  if (page.data.kind !== 'offer') return page
  return { ...page, status: 422, data: { ...page.data, engraving: typed, engravingProblem: engraving.problem } }
}
export const actMarketing: Action<Upsell> = (request) => act(request, 'marketing', {})
export const actAds: Action<Upsell> = (request) => act(request, 'ads', {})

async function act(request: Form, product: UpsellProduct, metadata: Record<string, string>, engraving = '') {
  const started = await startFromForm(request, {
    applicationId: request.params.appId!,
    product,
    coupon: null,
    metadata,
  })
  if (started?.kind === 'ready') return { kind: 'redirect' as const, to: started.url, status: 303 as const }
  const page = await upsell(request, product)
  if (page.data.kind !== 'offer') return { ...page, status: page.status ?? statusOfStart(started) }
  const problem =
    started?.kind === 'unavailable'
      ? 'Failed to initiate payment. Please try again.'
      : started && started.kind !== 'paid'
        ? checkoutRefusal(started).message
        : null
  return { ...page, status: statusOfStart(started), data: { ...page.data, problem, engraving } }
}

export const awardUpsell = handler({ load: loadAward, act: actAward })
export const marketingUpsell = handler({ load: loadMarketing, act: actMarketing })
export const adsUpsell = handler({ load: loadAds, act: actAds })
