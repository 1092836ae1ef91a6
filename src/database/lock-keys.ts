import { query } from './query.ts'

/** Has others that lock one of these texts wait until the transaction ends: for counting what is held before more is taken. */
export const lockKeys = query<[keys: string[]]>('locks/lock-keys')
