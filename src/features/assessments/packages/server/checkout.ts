import { readClaims } from '#features/claims/server/read-claims.ts'
import { handler } from '#requests/page-loader.ts'
import type { CheckoutData } from '../rules.ts'

/** A code that the demonstration's visitors can try, in percent. Real codes are added in the admin area. */
export const demoCoupon = { code: 'GUILD15', percentOff: 15 }

/** Only the browser knows which package it has selected. */
export const checkout = handler<CheckoutData>({
  load: async ({ services }) => {
    const { 'packages-was': was } = await readClaims(services, ['packages-was'])
    return { kind: 'page', data: { was, demoCoupon: services.env.mode === 'demo' ? demoCoupon : null } }
  },
})
