import type { FormState } from '../../../wire/form.ts'
import type { ComplaintSubject } from './rules.ts'

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
