import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

export const usualComplaintSort: Sort<'received'> = { by: 'received', descending: true }

/** Which part of the admin area's list of complaints is shown. */
type ComplaintsView = { isClosed: boolean; sort: Sort<'received'>; page: number | null }

/** The address of a part of the list. */
export function complaintsHref({ isClosed, sort, page }: ComplaintsView): string {
  return adminHref('adminComplaints', {
    state: isClosed ? 'closed' : null,
    sort: sortText(sort, usualComplaintSort),
    page,
  })
}
