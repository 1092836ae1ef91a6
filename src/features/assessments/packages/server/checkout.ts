import { readClaims } from '#database/claims.ts'
import { demoCoupon } from '#domain/demo-coupon.ts'
import { handler } from '#requests/page-loader.ts'
import type { CheckoutData } from '../rules.ts'

/** Only the browser knows which package it has selected. */
export const checkout = handler<CheckoutData>({
  load: async ({ services }) => {
    const { 'packages-was': was } = await readClaims(services, ['packages-was'])
    return { kind: 'page', data: { was, demoCoupon: services.env.mode === 'demo' ? demoCoupon : null } }
  },
})
