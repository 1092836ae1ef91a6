import type { SqlRunner } from '#database/sql.ts'
import { demoCoupon } from '#domain/demo-coupon.ts'
import { addDemoCoupon } from './queries.ts'

/** @returns whether it was added: false when it is there. */
export async function loadDemoCoupon(sql: SqlRunner): Promise<boolean> {
  const added = await addDemoCoupon(sql, {
    ...demoCoupon,
    description: 'Guild members’ price',
    appliesTo: ['standard', 'premium'],
  })
  return added.length > 0
}
