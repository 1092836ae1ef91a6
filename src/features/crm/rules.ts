/** What the CRM can be told of an application. None of these is the status of the application itself. */
export const crmStatuses = ['pre_approved', 'assessment_requested', 'assessment_cancelled'] as const
export type CrmStatus = (typeof crmStatuses)[number]

/** With the queue's backoff (from 3 seconds to 6 hours) these attempts spread over about 40 hours. */
export const mostCrmAttempts = 16
