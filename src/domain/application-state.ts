import type { AccreditAfter } from './assurance.ts'
import { isWithheld, type RegisterStatus, registerStatuses, type StatusTone, type Withheld } from './register-status.ts'

/** What was decided on an application. Payments, calls and the CRM never change it. */
export const applicationStatuses = {
  submitted: { label: 'Pending Review', tone: 'warning', takesCalls: true },
  approved: { label: 'Approved', tone: 'accredited', takesCalls: true },
  rejected: { label: 'Rejected', tone: 'danger', takesCalls: false },
} as const satisfies Record<string, { label: string; tone: StatusTone; takesCalls: boolean }>
export type ApplicationStatus = keyof typeof applicationStatuses
export const applicationStatusNames = Object.keys(applicationStatuses) as ApplicationStatus[]

type Event = { from: ApplicationStatus; to: ApplicationStatus; decision: string }

/**
 * What may happen to an application that was sent: from the one status to the other, and what its record of decisions calls it. What is
 * not here does not happen: a second decision is refused, and a rejection ends only by an appeal that is upheld.
 */
export const applicationEvents = {
  approve: { from: 'submitted', to: 'approved', decision: 'approved' },
  reject: { from: 'submitted', to: 'rejected', decision: 'rejected' },
  /** The approval was a mistake, and nothing is paid yet. */
  withdraw: { from: 'approved', to: 'submitted', decision: 'withdrawn' },
  upholdAppeal: { from: 'rejected', to: 'submitted', decision: 'appeal-upheld' },
  /** By whoever has applied, also after the company register's word has approved it: nothing more happens with it. */
  withdrawOwn: { from: 'submitted', to: 'submitted', decision: 'withdrawn-by-applicant' },
} as const satisfies Record<string, Event>
/** What a line of the record of decisions says. */
export type DecisionKind = (typeof applicationEvents)[keyof typeof applicationEvents]['decision']

/** Whether an assessment call may be booked for it. */
export function takesCalls({ status, is_withdrawn }: Pick<ApplicationFacts, 'status' | 'is_withdrawn'>): boolean {
  return applicationStatuses[status].takesCalls && !is_withdrawn
}

/** The word on the badge and its colour, for applicants and admins; a value that we do not know is shown as it is. */
export function applicationStatusBadge(status: string): { label: string; tone: StatusTone } {
  return applicationStatuses[status as ApplicationStatus] ?? { label: status, tone: 'neutral' }
}

export function applicationStatusLabel(status: string): string {
  return applicationStatusBadge(status).label
}

/** What is known about who applies, when it is decided whether a paid listing becomes an entry. */
export type IdentityFacts = {
  isApproved: boolean
  /** Somebody who reads the applicant's mail has said so. */
  isAddressConfirmed: boolean
  /** What was really paid for the listing, in pence: 0 for a code that makes it free. */
  paidPence: number
  /** Somebody else's entry or refused application carries this company number. */
  isNumberElsewhere: boolean
  /** The address is at a domain that a reviewer has confirmed for this company number. */
  isDomainConfirmed: boolean
  /** A reviewer lets it through. */
  isLetThrough: boolean
}

/** What a paid listing waits for, the applicant's own part first. */
export type IdentityWait = 'address' | 'reviewer'

/**
 * What still has to happen before a paid listing is published; nothing, when it may be published now. A company number and its name are
 * public, so beside a confirmed address there has to be one proof that costs a stranger something: money, a domain, or a reviewer's look.
 */
export function identityWaits(facts: IdentityFacts): IdentityWait[] {
  const isProven = facts.isLetThrough || facts.isDomainConfirmed || (facts.paidPence > 0 && !facts.isNumberElsewhere)
  return [
    ...(facts.isAddressConfirmed ? [] : (['address'] as const)),
    ...(isProven && facts.isApproved ? [] : (['reviewer'] as const)),
  ]
}

/** Everything that decides how far an application has come. SQL reads it with `factColumns`. */
export type ApplicationFacts = {
  status: ApplicationStatus
  /** Its applicant has withdrawn it; it is submitted then, and nobody decides on it. */
  is_withdrawn: boolean
  /** The annual listing is paid, or its payment is in dispute: nobody pays a second time. */
  is_listing_paid: boolean
  /** Its paid listing waits until it is known who applies (`identityWaits`). */
  is_waiting: boolean
  /** Nothing is sold after a refund for cause, until a reviewer opens the checkout. */
  is_checkout_closed: boolean
  /** Of its entry as of now; null before there is one. */
  register_status: RegisterStatus | null
  /** How its latest assessment stands. */
  assessment: AssessmentStage
}

/** An assessment as its applicant and the public have to know it: it goes on, or how it has ended. */
export type AssessmentStage = 'open' | 'passed' | 'refused'

export type NotSold = 'not-approved' | Withheld | 'closed'

export type ApplicationState = {
  situation: Situation
  registerStatus: RegisterStatus | null
  /** Why none of its products may be paid for; null where they may. */
  notSold: NotSold | null
  /** What a payment of the annual listing would do now; null where it cannot be paid. */
  listing: 'publish' | 'renew' | null
}

/**
 * How far an application has come, and what may be bought for it. The one place that decides this.
 *
 * @param after the authority's choice of when a paid entry becomes accredited.
 */
export function applicationState(facts: ApplicationFacts, after: AccreditAfter): ApplicationState {
  const { register_status: registerStatus } = facts
  const notSold = whyNotSold(facts)
  const mayList = notSold === null && !facts.is_listing_paid
  return {
    situation: situationOf(facts, after),
    registerStatus,
    notSold,
    listing: mayList && registerStatus === null ? 'publish' : mayList && registerStatus === 'lapsed' ? 'renew' : null,
  }
}

/** Why nothing may be paid for: the same for every product. */
export function whyNotSold(facts: ApplicationFacts): NotSold | null {
  if (facts.status !== 'approved') return 'not-approved'
  if (isWithheld(facts.register_status)) return facts.register_status
  if (facts.assessment === 'refused') return 'refused'
  return facts.is_checkout_closed ? 'closed' : null
}

function situationOf(facts: ApplicationFacts, after: AccreditAfter): Situation {
  const { status, register_status: registerStatus, is_listing_paid: isPaid, is_checkout_closed: isClosed } = facts
  const isRefused = facts.assessment === 'refused'
  if (registerStatus === 'lapsed') return isPaid ? 'unsettled' : isClosed ? 'closed' : isRefused ? 'refused' : 'lapsed'
  if (registerStatus !== null) return registerStatus
  if (facts.is_waiting) return 'waiting'
  if (facts.is_withdrawn) return 'withdrawn'
  if (status !== 'approved') return status
  if (isPaid) return 'publishing'
  if (isClosed) return 'closed'
  if (isRefused) return 'refused'
  return after === 'listing' || facts.assessment === 'passed' ? 'payable' : 'listable'
}

type SituationRow = {
  /** The first sentence of the end of the funnel. */
  lead: string
  /** What the pre-approval page says. */
  notice: { tone: 'info' | 'success' | 'warning' | 'danger'; title: string; text: string }
  /** Whether the notice ends with our address for questions. */
  mailbox: 'questions' | null
  /** The certificate: to be had, announced, or not spoken of. */
  certificate: 'ready' | 'announced' | null
  /** The link in the list of a browser's own applications, and where it leads. */
  next: { to: 'order' | 'recognition'; label: string }
}

const orders = { to: 'order', label: 'Orders and billing' } as const
const recognition = { to: 'recognition', label: 'Recognition and assessment call' } as const
const approved = 'Your application is approved'
const unpublished = {
  notice: {
    tone: 'success',
    title: approved,
    text: 'The annual listing is paid. Your event is not published yet. Your order says what we are waiting for.',
  },
  mailbox: null,
  next: { to: 'order', label: 'Paid, not published yet: see what we are waiting for' },
} as const
const notStanding = 'Your event is not accredited at the moment.'
const askUs = 'Ask us why, and what you need to do:'

/** How far an application can have come, with the words that its applicant reads. */
export const situations = {
  submitted: {
    lead: 'Your application is under review.',
    notice: {
      tone: 'info',
      title: 'Your application is under review',
      text: 'An assessor will look at it. You can send us the documents that your event needs now.',
    },
    mailbox: null,
    certificate: null,
    next: recognition,
  },
  withdrawn: {
    lead: 'You have withdrawn your application.',
    notice: {
      tone: 'info',
      title: 'You have withdrawn this application',
      text: 'Nothing more happens with it, and nothing has to be paid. You are welcome to apply again.',
    },
    mailbox: null,
    certificate: null,
    next: { to: 'recognition', label: 'See the application' },
  },
  rejected: {
    lead: 'Your application was not approved.',
    notice: {
      tone: 'danger',
      title: 'Your application was not approved',
      text: 'On the evidence we have, it does not meet our criteria. You cannot choose a recognition level or book an assessment call for it.',
    },
    mailbox: null,
    certificate: null,
    next: { to: 'recognition', label: 'See the application' },
  },
  payable: {
    lead: 'Your accreditation is complete once the annual listing is paid.',
    notice: {
      tone: 'success',
      title: approved,
      text: 'The next step is to pay for the annual listing. Your event is then published in the register as accredited.',
    },
    mailbox: null,
    certificate: 'announced',
    next: recognition,
  },
  /** Payable as well, but accredited only when it has been checked. */
  listable: {
    lead: 'Your event is listed once the annual listing is paid. Accreditation follows once we have checked it.',
    notice: {
      tone: 'success',
      title: approved,
      text: 'The next step is to pay for the annual listing. Your event is then published in the register as listed, with its assessment under way. It is accredited once we have checked it.',
    },
    mailbox: null,
    certificate: null,
    next: recognition,
  },
  closed: {
    lead: 'Payment for this application is closed. Write to us to ask why.',
    notice: { tone: 'warning', title: 'Payment for this application is closed', text: askUs },
    mailbox: 'questions',
    certificate: null,
    next: orders,
  },
  waiting: {
    ...unpublished,
    lead: 'The annual listing is paid. Your event is not published yet.',
    certificate: null,
  },
  publishing: {
    ...unpublished,
    lead: 'The annual listing is paid; your entry in the register is being published.',
    certificate: 'announced',
  },
  active: {
    lead: 'Your accreditation is complete.',
    notice: {
      tone: 'success',
      title: 'Your event is accredited',
      text: 'It is on the register. You have nothing more to pay for the annual listing.',
    },
    mailbox: null,
    certificate: 'ready',
    next: { to: 'order', label: 'Certificate, orders and billing' },
  },
  listed: {
    lead: 'Your event is listed. It is not accredited yet: its assessment is under way.',
    notice: {
      tone: 'info',
      title: 'Your event is listed, and its assessment is under way',
      text: 'It is not accredited yet. We will email you when it is, with your certificate. You have nothing more to pay for the annual listing.',
    },
    mailbox: null,
    certificate: null,
    next: orders,
  },
  refused: {
    lead: 'Your event was assessed and is not accredited.',
    notice: {
      tone: 'danger',
      title: 'Your event was assessed and is not accredited',
      text: 'The register says so. The email on the decision gives the reasons and says how to appeal. Nothing more is sold for this application.',
    },
    mailbox: null,
    certificate: null,
    next: orders,
  },
  lapsed: {
    lead: notStanding,
    notice: {
      tone: 'warning',
      title: 'Your listing has lapsed',
      text: 'The annual listing has ended, and your event is not accredited. Renew the listing to bring the entry back.',
    },
    mailbox: null,
    certificate: null,
    next: orders,
  },
  unsettled: {
    lead: notStanding,
    notice: {
      tone: 'warning',
      title: 'Your listing has lapsed',
      text: 'The register says why. If documents have run out, send the new ones: once they are accepted, the entry comes back. If your bank looks into the payment, it decides.',
    },
    mailbox: null,
    certificate: null,
    next: orders,
  },
  suspended: {
    lead: notStanding,
    notice: { tone: 'danger', title: 'Your accreditation is suspended', text: askUs },
    mailbox: 'questions',
    certificate: null,
    next: orders,
  },
  revoked: {
    lead: notStanding,
    notice: { tone: 'danger', title: 'Your accreditation is revoked', text: askUs },
    mailbox: 'questions',
    certificate: null,
    next: orders,
  },
} as const satisfies Record<string, SituationRow>
export type Situation = keyof typeof situations

/** The badge of an application: of its entry, and before there is one of what was decided. */
export function stateBadge(status: string, state: ApplicationState | null): { label: string; tone: StatusTone } {
  if (state?.situation === 'withdrawn') return { label: 'Withdrawn', tone: 'neutral' }
  const registerStatus = state?.registerStatus ?? null
  return registerStatus ? registerStatuses[registerStatus] : applicationStatusBadge(status)
}
