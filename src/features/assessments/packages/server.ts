import { readClaims } from '#features/claims/server/read-claims.ts'
import { page } from '#page/page.ts'

/** A code that visitors of the demonstration can try. Real codes are added in the admin area. */
export const demoCoupon = { code: 'GUILD15', percentOff: 15 }

/** What the checkout claims: the earlier price of the Premium package. Only the browser knows which package it has selected. */
export const checkout = page('checkout', {
  load: async ({ services }) => {
    const { 'packages-was': was } = await readClaims(services, ['packages-was'])
    return { was, demoCoupon: services.env.mode === 'demo' ? demoCoupon : null }
  },
})
