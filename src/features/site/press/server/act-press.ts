import { type } from 'arktype'
import { type Action, handler } from '../../../../page-loader.ts'
import { paths } from '../../../../paths.ts'
import { statusOfFailure } from '../../../../wire/failure.ts'
import { fieldFailures } from '../../../../wire/field-failures.ts'
import { emptyPress, type PressData } from '../rules.ts'
import { subscriptionSchema } from '../schema.ts'
import { loadPress } from './load-press.ts'
import { requestSubscription } from './request-subscription.ts'

/** Takes the subscription form without a script: asked for, or the form again with its error and what was typed. */
export const actPress: Action<PressData> = async ({ form, visitor, services }) => {
  const asked = subscriptionSchema({ ...form })
  const email = form.email ?? ''
  if (asked instanceof type.errors) {
    const error = fieldFailures(asked, subscriptionSchema).find(({ field }) => field === 'email')
    return { kind: 'page', status: 422, data: { ...emptyPress, email, error: error?.message ?? null } }
  }
  const refused = await requestSubscription(services, visitor, asked)
  if (!refused) return { kind: 'redirect', to: `${paths.press({ asked: true })}#subscribe`, status: 303 }
  return {
    kind: 'page',
    status: statusOfFailure[refused.failure],
    headers: refused.retryAfter ? { 'retry-after': String(refused.retryAfter) } : {},
    data: { ...emptyPress, email, problem: refused.message },
  }
}

export const press = handler({ load: loadPress, act: actPress })
