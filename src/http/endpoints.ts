import type { Endpoint } from '../endpoint.ts'
import { applicationEndpoints } from '../features/application/api.ts'
import { lookupEndpoints } from '../features/lookup/api.ts'

/** Every API call, with its permission. There is no other. */
export const endpoints: Endpoint[] = [...applicationEndpoints, ...lookupEndpoints]
