import { ApiError } from './api-error.ts'
import { checkoutEndpoints } from './checkout-endpoints.ts'
import type { ApiEndpoint } from './endpoint.ts'
import { paymentEndpoints } from './payment-endpoints.ts'

const endpoints = [...checkoutEndpoints, ...paymentEndpoints]

/** The call that a request means, with the id of its path. @throws ApiError 404 */
export function findEndpoint(method: string, path: string): { endpoint: ApiEndpoint; id: string } {
  for (const endpoint of endpoints) {
    if (endpoint.method !== method) continue
    const wanted = endpoint.path.split('/')
    const given = path.split('/')
    if (wanted.length !== given.length) continue
    let id = ''
    const fits = wanted.every((part, index) => {
      if (part !== ':id') return part === given[index]
      id = plainSegment(given[index]!)
      return id !== ''
    })
    if (fits) return { endpoint, id }
  }
  throw new ApiError(404, 'invalid_request_error', null, `Unrecognized request URL (${method}: ${path}).`)
}

/** A decoded segment of a path; empty where it is none. */
function plainSegment(segment: string): string {
  try {
    const plain = decodeURIComponent(segment)
    return plain.includes('\0') ? '' : plain
  } catch {
    return ''
  }
}
