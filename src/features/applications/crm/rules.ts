import { adminHref } from '#admin-pages.ts'
import { form, text } from '#wire/define-form.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

/** What a call can tell the CRM; none of these is the status of the application itself. */
export const crmStatuses = ['pre_approved', 'assessment_requested', 'assessment_cancelled'] as const
export type CrmStatus = (typeof crmStatuses)[number]
const crmNews = ['application_corrected', 'application_withdrawn'] as const
export type CrmNews = (typeof crmNews)[number]

/** With the queue's backoff of 3 seconds to 6 hours they take about 40 hours. */
export const maxCrmAttempts = 16

export const crmUpdateStates = ['waiting', 'delivered', 'failed', 'kept'] as const
export type CrmUpdateState = (typeof crmUpdateStates)[number]

export const crmUpdateStateLabels: Record<CrmUpdateState, string> = {
  waiting: 'Waiting',
  delivered: 'Delivered',
  failed: 'Failed',
  kept: 'Kept',
}

export const crmStatusLabels: Record<CrmStatus | CrmNews, string> = {
  pre_approved: 'Pre-approved',
  assessment_requested: 'Assessment requested',
  assessment_cancelled: 'Assessment cancelled',
  application_corrected: 'Application corrected',
  application_withdrawn: 'Application withdrawn',
}

export const usualCrmSort: Sort<'written'> = { by: 'written', descending: true }

export type CrmView = { state: CrmUpdateState | null; sort: Sort<'written'>; page: number }

export function crmHref({ state, sort, page }: CrmView, done: 'sent' | 'unchanged' | null = null): string {
  return adminHref('adminCrm', { state, sort: sortText(sort, usualCrmSort), page: page === 1 ? null : page, done })
}

export const resendForm = form({ update: text({ label: 'Update', max: 36 }) })
