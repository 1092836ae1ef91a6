import type { ShownClaim } from '#domain/claims.ts'
import type { FieldFailure } from '#wire/failure.ts'

export type StepProps = {
  draft: Draft
  change: <Name extends keyof Draft>(field: Name, value: Draft[Name]) => void
  errorOf: (field: keyof Draft) => string | undefined
}

export const stepIds = ['company', 'questions', 'contact'] as const
export type StepId = (typeof stepIds)[number]

type Answer = '' | 'yes' | 'no'

/** What has been answered so far, as the form holds it. */
export type Draft = {
  companyName: string
  hasTicketedEvents: Answer
  wantsMoreAttendance: Answer
  name: string
  email: string
  phone: string
  marketingConsent: boolean
}

export const emptyDraft: Draft = {
  companyName: '',
  hasTicketedEvents: '',
  wantsMoreAttendance: '',
  name: '',
  email: '',
  phone: '',
  marketingConsent: false,
}

/** What the page is made of. `problems` are those of a post made without a script. */
export type QuickApplyData = {
  step: StepId
  draft: Draft
  problems: FieldFailure[]
  notice: string | null
  /** Entries of the register that are accredited now. */
  accredited: number
  claims: { figures: ShownClaim[]; testimonials: ShownClaim[] }
}

/** What is said of a field that is missing. */
export const sentences = {
  companyName: 'Company name is required',
  hasTicketedEvents: 'Say whether your company runs ticketed events',
  wantsMoreAttendance: 'Say whether you would like more people to attend',
  name: 'Name is required',
  phone: 'Phone number is required',
} as const

/** The step before (-1) or after (1), or the same at either end. */
export function stepBeside(step: StepId, way: -1 | 1): StepId {
  return stepIds[stepIds.indexOf(step) + way] ?? step
}

/** A draft from a form, or from what this browser kept; whatever does not fit is empty. */
export function readDraft(values: Record<string, unknown>): Draft {
  const text = (name: keyof Draft) => (typeof values[name] === 'string' ? values[name] : '')
  const choice = (name: keyof Draft): Answer => (values[name] === 'yes' || values[name] === 'no' ? values[name] : '')
  return {
    companyName: text('companyName'),
    hasTicketedEvents: choice('hasTicketedEvents'),
    wantsMoreAttendance: choice('wantsMoreAttendance'),
    name: text('name'),
    email: text('email'),
    phone: text('phone'),
    marketingConsent: values.marketingConsent === true || values.marketingConsent === 'yes',
  }
}

/** A step by its id; the first for anything else. */
export function readStep(text: unknown): StepId {
  return stepIds.find((id) => id === text) ?? 'company'
}
