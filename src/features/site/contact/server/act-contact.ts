import { type } from 'arktype'
import { type Action, handler } from '../../../../page-loader.ts'
import { paths } from '../../../../paths.ts'
import { statusOfFailure } from '../../../../wire/failure.ts'
import { fieldFailures } from '../../../../wire/field-failures.ts'
import type { ContactData } from '../contact-page.tsx'
import { type EnquiryError, enquiryFields } from '../rules.ts'
import { enquirySchema } from '../schema.ts'
import { loadContact } from './load-contact.ts'
import { receiveEnquiry } from './receive-enquiry.ts'

/** Takes the form without a script: stored and thanked, or the form again with its errors and all that was typed. */
export const actContact: Action<ContactData> = async ({ form, visitor, services }) => {
  const values = Object.fromEntries(enquiryFields.map((field) => [field, form[field] ?? ''])) as ContactData['values']
  const enquiry = enquirySchema({ ...form })
  if (enquiry instanceof type.errors) {
    const errors = fieldFailures(enquiry, enquirySchema) as EnquiryError[]
    return { kind: 'page', status: 422, data: { values, errors, problem: null, sent: false } }
  }
  const refused = await receiveEnquiry(services, visitor, enquiry)
  if (!refused) return { kind: 'redirect', to: `${paths.contact()}?sent=1`, status: 303 }
  return {
    kind: 'page',
    status: statusOfFailure[refused.failure],
    headers: refused.retryAfter ? { 'retry-after': String(refused.retryAfter) } : {},
    data: { values, errors: [], problem: refused.message, sent: false },
  }
}

export const contact = handler({ load: loadContact, act: actContact })
