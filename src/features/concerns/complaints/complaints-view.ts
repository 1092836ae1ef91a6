import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

export const usualComplaintSort: Sort<'received'> = { by: 'received', descending: true }

type ComplaintsView = { isClosed: boolean; sort: Sort<'received'>; page: number | null }

export function complaintsHref({ isClosed, sort, page }: ComplaintsView): string {
  const state = isClosed ? 'closed' : null
  return adminHref('adminComplaints', { state, sort: sortText(sort, usualComplaintSort), page })
}
