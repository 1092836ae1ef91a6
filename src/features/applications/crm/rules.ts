/** What the CRM can be told of an application. None of these is the status of the application itself. */
export const crmStatuses = ['pre_approved', 'assessment_requested', 'assessment_cancelled'] as const
export type CrmStatus = (typeof crmStatuses)[number]
/** What it is told besides, of an application that it has heard of: no status of its own, and set by nobody's call. */
const crmNews = ['application_corrected', 'application_withdrawn'] as const
export type CrmNews = (typeof crmNews)[number]

/** With the queue's backoff (from 3 seconds to 6 hours) these attempts spread over about 40 hours. */
export const maxCrmAttempts = 16

/** Where an update stands; the order is that of the page's filter. */
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
