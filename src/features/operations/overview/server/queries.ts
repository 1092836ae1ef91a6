import { query } from '../../../../database/query.ts'

export type WaitingRow = {
  applications: number
  oldest_application: string | null
  /** Paid listings that wait until it is known who applies. */
  unproven: number
  letters: number
  complaints: number
  findings: number
  failed_mails: number
  failed_jobs: number
}

export type FunnelRow = {
  home: number
  apply: number
  submitted: number
  approved: number
  checkout: number
  paid: number
}

export type DecisionsRow = {
  /** First day of the span, YYYY-MM-DD. */
  day: string
  submitted: number
  approved: number
  rejected: number
  median_hours: number | null
}

export type RevenueRow = { type: string; orders: number; paid_pence: number; refunded_pence: number }

type Days = [first: string, last: string]

export const countWaiting = query<[], WaitingRow>('overview/count-waiting')
export const readFunnel = query<Days, FunnelRow>('overview/read-funnel')
export const listDecisionsOverTime = query<[...Days, span: 'day' | 'week'], DecisionsRow>(
  'overview/list-decisions-over-time',
)
export const readMedian = query<Days, { hours: number | null; decisions: number }>('overview/read-median')
export const sumRevenue = query<Days, RevenueRow>('overview/sum-revenue')
export const countRegister = query<[], { status: string; entries: number }>('overview/count-register')
