import type { Sql, Transaction } from '#database/sql.ts'
import { ApiError } from './api-error.ts'

/**
 * `rate-limit`: 429. `server-error`: 500, kept under the idempotency key as Stripe keeps it. `in-use`: 409, as while another request with the
 * same key is running. `hang`: nothing is done, and no answer comes. `lost-answer`: all is done, but no answer comes. `late-error`: all is
 * done, but the answer is a 500, which is kept.
 */
export type FaultKind = 'rate-limit' | 'server-error' | 'in-use' | 'hang' | 'lost-answer' | 'late-error'

/** @param matching start of `METHOD /path`, for example `POST /v1/checkout/sessions`; any call by default. */
export async function orderFault(sql: Sql, kind: FaultKind, { count = 1, matching = '' } = {}): Promise<void> {
  await sql`
    insert into sandbox.payment_faults (kind, matching, remaining) values (${kind}, ${matching}, ${count})`
}

export async function takeFault(tx: Transaction, methodAndPath: string): Promise<FaultKind | null> {
  const [row] = await tx`
    update sandbox.payment_faults set remaining = remaining - 1
    where position = (
      select position from sandbox.payment_faults
      where remaining > 0 and starts_with(${methodAndPath}::text, matching)
      order by position limit 1 for update
    )
    returning kind`
  return (row?.kind as FaultKind) ?? null
}

const errors: { [Kind in FaultKind]?: ConstructorParameters<typeof ApiError> } = {
  'rate-limit': [429, 'invalid_request_error', 'rate_limit', 'Too many requests hit the API too quickly.'],
  'server-error': [500, 'api_error', null, 'An unknown error occurred.'],
  'in-use': [409, 'idempotency_error', 'idempotency_key_in_use', 'Another request with this key is under way.'],
}

export function errorOfFault(kind: FaultKind): ApiError | null {
  const error = errors[kind]
  return error ? new ApiError(...error) : null
}
