import { type } from 'arktype'
import { takeRateLimit } from '../../../../database/rate-limit.ts'
import { type Action, handler } from '../../../../page-loader.ts'
import { paths } from '../../../../paths.ts'
import { isFailure, statusOfFailure } from '../../../../wire/failure.ts'
import { fieldFailures } from '../../../../wire/field-failures.ts'
import { emptySignUp, type SignUpState, type WebinarData } from '../rules.ts'
import { signUpSchema } from '../schema.ts'
import { loadWebinar, webinarPage } from './load-webinar.ts'
import { signUp, signUpLimit } from './sign-up.ts'

/** Takes either form without a script: the confirmation, or both forms again as they were typed. */
export const actWebinar: Action<WebinarData> = async ({ form, visitor, services }) => {
  const sentFrom = form.form === 'registration' ? 'registration' : 'hero'
  const show = async (status: number, more: Partial<SignUpState>) => ({
    kind: 'page' as const,
    status,
    data: await webinarPage(services, {
      ...emptySignUp,
      name: form.name ?? '',
      email: form.email ?? '',
      sentFrom,
      ...more,
    }),
  })

  const person = signUpSchema({ ...form })
  if (person instanceof type.errors) return await show(422, { problems: fieldFailures(person, signUpSchema) })
  if ((await takeRateLimit(services.sql, signUpLimit, visitor.address)) !== null) {
    return await show(429, { notice: 'That was too often. Please wait some minutes and try again.' })
  }
  const signed = await signUp(services, person)
  if (isFailure(signed)) return await show(statusOfFailure[signed.failure], { notice: signed.message })
  return { kind: 'redirect', to: `${paths.webinar({ 'signed-up': signed.id })}#registration`, status: 303 }
}

export const webinar = handler({ load: loadWebinar, act: actWebinar })
