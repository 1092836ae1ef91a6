import { query } from '../database/query.ts'

export const countJobs = query<
  [],
  { name: string; due: number; running: number; retried: number; given_up: number; oldest: number }
>('metrics/count-jobs')
export const countWaiting = query<[], { name: string; waiting: number; oldest: number }>('metrics/count-waiting')
export const countConnections = query<[], { state: string; connections: number; most: number }>(
  'metrics/count-connections',
)
