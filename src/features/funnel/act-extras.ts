import { extraIds } from '../../domain/catalogue.ts'
import type { Action } from '../../page-loader.ts'
import { checkoutRefusal } from './checkout-refusal.ts'
import { loadAccreditationSuccess } from './load-accreditation-success.ts'
import { startFromForm, statusOfStart } from './start-from-form.ts'
import type { AccreditationSuccess } from './state.ts'

/** The services' own post, on the page of the paid listing: the payment page, or the page again with the reason. */
export const actExtras: Action<AccreditationSuccess> = async (request) => {
  const page = await loadAccreditationSuccess(request)
  if (page.kind !== 'page' || page.data.kind !== 'accredited') return page
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
