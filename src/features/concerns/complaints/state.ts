import type { FormState } from '#wire/form.ts'
import type { ListPages, Sort } from '#wire/list-pages.ts'
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
  sort: Sort<'received'>
  pages: ListPages
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
  /** `isUpheld` is null for one that was closed before this was asked. */
  closed: { at: string; by: string; outcome: string; isUpheld: boolean | null } | null
  form: FormState
  notice: 'closed' | 'closed-already' | null
}
