import { query } from '../../../database/query.ts'
import type { CallTime } from '../rules.ts'

export type CallRow = {
  id: string
  application_id: string
  day: string
  time: CallTime
  phone: string
  message: string
  selected_options: string[]
  /** `over` once the next was booked after it; before that, the clock alone tells. */
  state: 'booked' | 'cancelled' | 'over'
  sequence: number
}

export type CallApplication = {
  id: string
  organisation_id: string
  status: string
  reference: string
  title: string
  organisation: string
  contact_name: string
  email: string
  phone: string
}

export type SlotRow = { day: string; time: CallTime; capacity: number | null; booked: number }

export const lockSlot = query<[day: string, time: string], { capacity: number | null }>('booking/lock-slot')
export const countCalls = query<[day: string, time: string], { count: number }>('booking/count-calls')
export const listSlots = query<[firstDay: string, lastDay: string], SlotRow>('booking/list-slots')
export const findApplication = query<[id: string], CallApplication>('booking/find-application')
export const lockApplication = query<[id: string], { status: string }>('booking/lock-application')
export const insertCall = query<
  [
    applicationId: string,
    day: string,
    time: string,
    phone: string,
    message: string,
    selectedOptions: string[],
    mailbox: string,
    visitor: string,
  ],
  CallRow
>('booking/insert-call')
export const countOpenCalls = query<
  [mailbox: string, visitor: string, now: string],
  { by_mailbox: number; by_visitor: number }
>('booking/count-open-calls')
export const findLastCall = query<[applicationId: string], CallRow>('booking/find-last-call')
export const endCall = query<[id: string]>('booking/end-call')
export const findCall = query<[id: string], CallRow>('booking/find-call')
export const lockCall = query<[id: string], CallRow>('booking/lock-call')
export const moveCallRow = query<[id: string, day: string, time: string], CallRow>('booking/move-call')
export const cancelCallRow = query<[id: string], CallRow>('booking/cancel-call')
