import { extraIds } from '../../../domain/catalogue.ts'
import { href } from '../../../pages.ts'
import { formPost } from '../../../requests/form-post.ts'
import { type Action, handler } from '../../../requests/page-loader.ts'
import { problemOf } from '../../../wire/form.ts'
import { askAgain } from '../identity/rules.ts'
import type { AccreditationSuccess } from '../state.ts'
import { createExtrasSession } from './api.ts'
import { landingPage, loadAccreditationSuccess } from './load-accreditation-success.ts'
import { sendConfirmationAgain, tooOften } from './load-identity-waiting.ts'

/** The services' own post, on the page of the paid listing: the payment page, or the page again with the reason. */
export const actExtras: Action<AccreditationSuccess> = async (request) => {
  const page = await landingPage(request)
  if (page.data.kind === 'unproven' && request.form.intent === askAgain) {
    const { appId, identity } = page.data
    const wait = await sendConfirmationAgain(request, appId)
    const session = request.query.get('session_id')
    const to = href('accreditationSuccess', { session_id: session, application_id: appId, sent: true })
    if (wait === null) return { kind: 'redirect', to, status: 303 }
    return { ...page, ...tooOften(wait), data: { ...page.data, identity: { ...identity, wait } } }
  }
  if (page.data.kind !== 'accredited') return page
  const selected = extraIds.filter((id) => request.form[id])
  const { data } = page
  const sell = formPost(createExtrasSession, {
    input: () => ({ applicationId: data.appId, services: selected }),
    done: ({ checkoutUrl }) => checkoutUrl,
    again: (_, { problems, notice }, { failure }) => {
      const words = failure === 'unavailable' ? 'Failed to initiate payment. Please try again.' : notice
      return { kind: 'page', data: { ...data, selected, problem: problemOf(problems, 'services') ?? words } }
    },
  })
  return await sell(request)
}

export const accreditationSuccess = handler({ load: loadAccreditationSuccess, act: actExtras })
