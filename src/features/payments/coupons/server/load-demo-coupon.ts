import type { SqlRunner } from '../../../../database/sql.ts'
import { addDemoCoupon } from './queries.ts'

/** A code for the simulated package checkout of the demonstration. Real codes are added by the operator. */
export const demoCoupon = 'GUILD15'

/** @returns whether it was added: false when it is there. */
export async function loadDemoCoupon(sql: SqlRunner): Promise<boolean> {
  const added = await addDemoCoupon(sql, {
    code: demoCoupon,
    description: 'Guild members’ price',
    percentOff: 15,
    appliesTo: ['standard', 'premium'],
  })
  return added.length > 0
}
