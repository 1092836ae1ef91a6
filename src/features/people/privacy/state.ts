import type { FormState } from '../../../wire/form.ts'
import type { ComplaintSubject } from './rules.ts'

export type Erased = { what: string; count: number }
export type Kept = Erased & { why: string }
/** What an erasure removed, and what stays and why. */
export type ErasureReport = { erased: Erased[]; kept: Kept[] }

export type ComplaintData = {
  form: FormState
  /** The reference of one that was taken. */
  received: string | null
}

export type AdminComplaintsData = {
  complaints: {
    id: string
    reference: string
    name: string
    about: ComplaintSubject
    receivedAt: string
    closedAt: string | null
  }[]
  isClosed: boolean
  firstHref: string | null
  nextHref: string | null
}

export type AdminComplaintData = {
  id: string
  reference: string
  name: string
  email: string
  phone: string
  about: ComplaintSubject
  concerns: string
  message: string
  receivedAt: string
  closed: { at: string; by: string; outcome: string } | null
  typed: string
  problem: string | null
  notice: 'closed' | 'closed-already' | null
}

export type AdminPrivacyData = {
  /** The address that was looked up; empty before. */
  email: string
  /** What is held about it, by kind; null before a look-up. */
  held: { what: string; count: number }[] | null
  /** Earlier erasures of this address. */
  earlier: { at: string; by: string; reason: string }[]
  report: ErasureReport | null
  reason: string
  problems: { field: string; message: string }[]
  runs: { at: string; removed: { what: string; count: number }[]; total: number }[]
  erasures: { at: string; by: string; reason: string; erased: number; kept: number }[]
}
