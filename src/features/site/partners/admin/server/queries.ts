import { query } from '../../../../../database/query.ts'
import type { Partner } from '../../server/queries.ts'

export const listPartners = query<[], Partner>('partners-desk/list-partners')
export const lockPartners = query<[], Partner>('partners-desk/lock-partners')
export const addPartner = query<
  [id: string, name: string, url: string | null, logoUrl: string | null, active: boolean],
  { id: string }
>('partners-desk/add-partner')
export const changePartner =
  query<[id: string, name: string, url: string | null, logoUrl: string | null, active: boolean]>(
    'partners-desk/change-partner',
  )
export const orderPartners = query<[ids: string[]]>('partners-desk/order-partners')
