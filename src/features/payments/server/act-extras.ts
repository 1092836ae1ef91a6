import { extraIds } from '../../../domain/catalogue.ts'
import { type Action, handler } from '../../../page-loader.ts'
import { href } from '../../../pages.ts'
import { askAgain } from '../identity/rules.ts'
import type { AccreditationSuccess } from '../state.ts'
import { checkoutRefusal } from './checkout-refusal.ts'
import { loadAccreditationSuccess } from './load-accreditation-success.ts'
import { sendConfirmationAgain, tooOften } from './load-identity-waiting.ts'
import { startFromForm, statusOfStart } from './start-from-form.ts'

/** The services' own post, on the page of the paid listing: the payment page, or the page again with the reason. */
export const actExtras: Action<AccreditationSuccess> = async (request) => {
  const page = await loadAccreditationSuccess(request)
  if (page.kind !== 'page') return page
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
  const again = (status: number, problem: string) => ({
    ...page,
    status,
    data: { ...(page.data as Extract<AccreditationSuccess, { kind: 'accredited' }>), selected, problem },
  })
  if (selected.length === 0) return again(422, 'Select at least one service.')
  const started = await startFromForm(request, {
    applicationId: page.data.appId,
    product: 'extras',
    coupon: null,
    metadata: { services: selected.join() },
  })
  if (started?.kind === 'ready') return { kind: 'redirect', to: started.url, status: 303 }
  const problem =
    started === null
      ? 'Only the applicant can pay for this application.'
      : started.kind === 'unavailable'
        ? 'Failed to initiate payment. Please try again.'
        : checkoutRefusal(started).message
  return again(statusOfStart(started), problem)
}

export const accreditationSuccess = handler({ load: loadAccreditationSuccess, act: actExtras })
