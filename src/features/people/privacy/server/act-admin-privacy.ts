import { type } from 'arktype'
import { type Action, handler } from '../../../../page-loader.ts'
import { fieldFailures } from '../../../../wire/field-failures.ts'
import { emailAddress, erasureSchema } from '../schema.ts'
import type { AdminPrivacyData } from '../state.ts'
import { erasePerson } from './erase-person.ts'
import { loadAdminPrivacy, privacyPage } from './load-admin-privacy.ts'

/** Takes the privacy page's forms: a look-up by address, and an erasure. Both are posts, so that no address stands in an address bar. */
export const actAdminPrivacy: Action<AdminPrivacyData> = async (request) => {
  const { form, visitor, services } = request
  const admin = await visitor.admin()
  if (!admin) return { kind: 'not-found' }
  const { email: typed = '', reason = '' } = form
  const address = emailAddress(typed)
  if (address instanceof type.errors) {
    const problems = [{ field: 'email', message: fieldFailures(address)[0]!.message }]
    return await privacyPage(request, { status: 422, email: typed, problems })
  }
  const email = address.toLowerCase()
  if (form.intent !== 'erase') return await privacyPage(request, { email, isKnown: true })
  const wanted = erasureSchema({ ...form })
  if (wanted instanceof type.errors) {
    const problems = fieldFailures(wanted, erasureSchema)
    return await privacyPage(request, { status: 422, email, isKnown: true, reason, problems })
  }
  const report = await erasePerson(services, { email: wanted.email, reason: wanted.reason, admin })
  return await privacyPage(request, { email, isKnown: true, report })
}

export const adminPrivacy = handler({ load: loadAdminPrivacy, act: actAdminPrivacy })
