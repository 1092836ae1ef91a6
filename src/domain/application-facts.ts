import type { Day } from './formats.ts'
import type { RegisterStatus, StatusTone } from './register-status.ts'

/** Payments, calls and the CRM never change it. */
export const applicationStatuses = {
  submitted: { label: 'Pending Review', tone: 'warning', takesCalls: true },
  approved: { label: 'Approved', tone: 'accredited', takesCalls: true },
  rejected: { label: 'Rejected', tone: 'danger', takesCalls: false },
} as const satisfies Record<string, { label: string; tone: StatusTone; takesCalls: boolean }>

export type ApplicationStatus = keyof typeof applicationStatuses

export const applicationStatusNames = Object.keys(applicationStatuses) as ApplicationStatus[]

/** Read from the view `application_facts`. */
export type ApplicationFacts = {
  status: ApplicationStatus
  /** Its status is `submitted` then, and nobody decides on it. */
  isWithdrawn: boolean
  /** Also while its payment is in dispute: nobody pays twice. */
  isListingPaid: boolean
  isWaiting: boolean
  /** After a refund for cause nothing is sold until a reviewer opens the checkout. */
  isCheckoutClosed: boolean
  registerStatus: RegisterStatus | null
  assessment: 'open' | 'passed' | 'refused'
  eventDay: string | null
  /** The day in London on which its listing ended; null unless it has lapsed. */
  lapsedOn: Day | null
}
