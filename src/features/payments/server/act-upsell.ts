import { upsellCall } from '../../../api.ts'
import { isUpsell, upsellIds } from '../../../domain/catalogue.ts'
import { type FormRequest, formPost } from '../../../requests/form-post.ts'
import { type Action, handler } from '../../../requests/page-loader.ts'
import { statusOfFailure } from '../../../wire/failure.ts'
import { problemOf } from '../../../wire/form.ts'
import type { Upsell } from '../state.ts'
import { upsellSessions } from './api.ts'
import { upsell as load } from './load-upsell.ts'

/** An offer's own post: the payment page, or the offer again with what stands in the way. */
const posts = upsellIds.map((product) =>
  formPost<Upsell, (typeof upsellSessions)[keyof typeof upsellSessions]>(upsellSessions[upsellCall(product)], {
    input: ({ params, form }) => ({ ...form, applicationId: params.appId }),
    done: ({ checkoutUrl }) => checkoutUrl,
    again: async (request: FormRequest, { problems, notice }, { failure }) => {
      const page = await load(request)
      if (page.kind !== 'page') return page
      if (page.data.kind !== 'offer') return { ...page, status: page.status ?? statusOfFailure[failure] }
      // Whoever may not pay, or has paid, is told so by the page itself.
      const isTold = failure === 'forbidden' || page.data.isBought
      const words = failure === 'unavailable' ? 'Failed to initiate payment. Please try again.' : notice
      const engraving = request.form.engraving ?? ''
      const engravingProblem = problemOf(problems, 'engraving') ?? null
      return { ...page, data: { ...page.data, problem: isTold ? null : words, engraving, engravingProblem } }
    },
  }),
)

const act: Action<Upsell> = async (request) => {
  const { product } = request.params
  return isUpsell(product) ? await posts[upsellIds.indexOf(product)]!(request) : { kind: 'not-found' }
}

export const upsell = handler({ load, act })
