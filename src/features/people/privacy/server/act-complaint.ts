import { type } from 'arktype'
import { type Action, handler } from '../../../../page-loader.ts'
import { href } from '../../../../pages.ts'
import { isFailure, statusOfFailure } from '../../../../wire/failure.ts'
import { fieldFailures } from '../../../../wire/field-failures.ts'
import { type ComplaintValues, complaintFields } from '../rules.ts'
import { complaintSchema } from '../schema.ts'
import type { ComplaintData, ComplaintError } from '../state.ts'
import { loadComplaint } from './load-complaint.ts'
import { receiveComplaint } from './receive-complaint.ts'

/** Takes a complaint: stored and acknowledged, or the form again with its errors and all that was typed. */
export const actComplaint: Action<ComplaintData> = async ({ form, visitor, services }) => {
  const values = Object.fromEntries(complaintFields.map((field) => [field, form[field] ?? ''])) as ComplaintValues
  const complaint = complaintSchema({ ...form })
  if (complaint instanceof type.errors) {
    const errors = fieldFailures(complaint, complaintSchema) as ComplaintError[]
    errors.sort((a, b) => complaintFields.indexOf(a.field) - complaintFields.indexOf(b.field))
    return { kind: 'page', status: 422, data: { values, errors, problem: null, received: null } }
  }
  const outcome = await receiveComplaint(services, visitor, complaint)
  if (!isFailure(outcome))
    return { kind: 'redirect', to: href('complaints', { received: outcome.reference }), status: 303 }
  return {
    kind: 'page',
    status: statusOfFailure[outcome.failure],
    headers: outcome.retryAfter ? { 'retry-after': String(outcome.retryAfter) } : {},
    data: { values, errors: [], problem: outcome.message, received: null },
  }
}

export const complaints = handler({ load: loadComplaint, act: actComplaint })
