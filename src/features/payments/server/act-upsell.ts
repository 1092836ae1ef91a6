import type { AnyCommand } from '../../../command.ts'
import { type FormRequest, formPost } from '../../../form-post.ts'
import { handler } from '../../../page-loader.ts'
import { statusOfFailure } from '../../../wire/failure.ts'
import { problemOf } from '../../../wire/form.ts'
import type { Upsell } from '../state.ts'
import { createAdsSession, createAwardSession, createMarketingSession } from './api.ts'
import { loadAds, loadAward, loadMarketing, type UpsellProduct, upsell } from './load-upsell.ts'

/** An offer's own post: the payment page, or the offer again with what stands in the way. */
function sell<C extends AnyCommand>(product: UpsellProduct, command: C, urlOf: (value: never) => string) {
  return formPost<Upsell, C>(command, {
    input: ({ params, form }) => ({ ...form, applicationId: params.appId }),
    done: (value) => urlOf(value as never),
    again: async (request: FormRequest, { problems, notice }, { failure }) => {
      const page = await upsell(request, product)
      if (page.data.kind !== 'offer') return { ...page, status: page.status ?? statusOfFailure[failure] }
      // Whoever may not pay, or has paid, is told so by the page itself.
      const isTold = failure === 'forbidden' || page.data.isBought
      const words = failure === 'unavailable' ? 'Failed to initiate payment. Please try again.' : notice
      const engraving = request.form.engraving ?? ''
      const engravingProblem = problemOf(problems, 'engraving') ?? null
      return { ...page, data: { ...page.data, problem: isTold ? null : words, engraving, engravingProblem } }
    },
  })
}

const checkoutUrl = (value: { checkoutUrl: string }) => value.checkoutUrl

export const awardUpsell = handler({ load: loadAward, act: sell('award', createAwardSession, checkoutUrl) })
export const marketingUpsell = handler({
  load: loadMarketing,
  act: sell('marketing', createMarketingSession, checkoutUrl),
})
export const adsUpsell = handler({ load: loadAds, act: sell('ads', createAdsSession, checkoutUrl) })
