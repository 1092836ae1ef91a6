import type { Endpoint } from '../endpoint.ts'

/** Every API call, with its permission. There is no other. */
export const endpoints: Endpoint[] = []
