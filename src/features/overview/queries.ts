import { query } from '../../database/query.ts'

export type WaitingRow = { applications: number; oldest_application: string | null; failed_mails: number }

export const countWaiting = query<[], WaitingRow>('overview/count-waiting')
