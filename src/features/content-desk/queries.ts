import { query } from '../../database/query.ts'

export type FlagRow = { name: string; isOn: boolean; changedAt: string | null; changedBy: string | null }

export const listFlags = query<[], FlagRow>('content-desk/list-flags')
export const setFlag = query<[name: string, isOn: boolean, changedBy: string], { name: string }>(
  'content-desk/set-flag',
)
