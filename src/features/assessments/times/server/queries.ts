import { query } from '../../../../database/query.ts'

export const setCapacity = query<[day: string, time: string, capacity: number | null], { before: number | null }>(
  'call-times-desk/set-capacity',
)
