import type { RegisterStatus, StatusTone } from './register-status.ts'

/** What was decided on an application. Payments, calls and the CRM never change it. */
export const applicationStatuses = {
  submitted: { label: 'Pending Review', tone: 'warning', takesCalls: true },
  approved: { label: 'Approved', tone: 'accredited', takesCalls: true },
  rejected: { label: 'Rejected', tone: 'danger', takesCalls: false },
} as const satisfies Record<string, { label: string; tone: StatusTone; takesCalls: boolean }>

export type ApplicationStatus = keyof typeof applicationStatuses

export const applicationStatusNames = Object.keys(applicationStatuses) as ApplicationStatus[]

/** Everything that decides how far an application has come. SQL reads it from the view `application_facts`. */
export type ApplicationFacts = {
  status: ApplicationStatus
  /** Its applicant has withdrawn it; it is submitted then, and nobody decides on it. */
  isWithdrawn: boolean
  /** The annual listing is paid, or its payment is in dispute: nobody pays a second time. */
  isListingPaid: boolean
  /** Its paid listing waits until it is known who applies (`identityWaits`). */
  isWaiting: boolean
  /** Nothing is sold after a refund for cause, until a reviewer opens the checkout. */
  isCheckoutClosed: boolean
  /** Of its entry as of now; null before there is one. */
  registerStatus: RegisterStatus | null
  /** How its latest assessment stands. */
  assessment: AssessmentStage
  /** The day of a public event, YYYY-MM-DD in London; null where there is none. */
  eventDay: string | null
}

/** An assessment as its applicant and the public have to know it: it goes on, or how it has ended. */
type AssessmentStage = 'open' | 'passed' | 'refused'
