import { createHmac } from 'node:crypto'

/** On the answer of `/readyz` to `bun run doctor`: the address that the site counts the request under. */
export const seenAddressHeader = 'x-seen-address'

/** Beside it: every address that a proxy added, the client's own words first. Our balancer hands them on by a header of its own. */
export const seenRoadHeader = 'x-seen-road'
export const balancerRoadHeader = 'x-received-for'

/** Proves that the request comes from somebody who knows SESSION_SECRET. */
export function doctorHeader({ sessionSecret }: { sessionSecret: string }): { 'x-doctor': string } {
  return { 'x-doctor': createHmac('sha256', sessionSecret).update('doctor').digest('base64url') }
}
