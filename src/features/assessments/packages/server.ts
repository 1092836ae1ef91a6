import { readClaims } from '#features/claims/server/read-claims.ts'
import { page } from '#page/page.ts'

/** For visitors of the demonstration. */
export const demoCoupon = { code: 'GUILD15', percentOff: 15 }

/** Only the browser knows which package it has selected. */
export const checkout = page('checkout', {
  load: async ({ services }) => {
    const { 'packages-was': was } = await readClaims(services, ['packages-was'])
    return { was, demoCoupon: services.env.mode === 'demo' ? demoCoupon : null }
  },
})
