export type StepProps = {
  draft: Draft
  change: <Name extends keyof Draft>(field: Name, value: Draft[Name]) => void
  errorOf: (field: keyof Draft) => string | undefined
}

export const stepIds = ['company', 'questions', 'contact'] as const
export type StepId = (typeof stepIds)[number]

type Answer = '' | 'yes' | 'no'

export type Draft = {
  companyName: string
  hasTicketedEvents: Answer
  wantsMoreAttendance: Answer
  name: string
  email: string
  phone: string
  marketingConsent: boolean
}

export const sentences = {
  companyName: 'Enter the name of your organisation, company or committee',
  hasTicketedEvents: 'Say whether you run ticketed events',
  wantsMoreAttendance: 'Say whether you would like more people to attend',
  name: 'Enter your name',
  phone: 'Enter your phone number',
} as const

/** What somebody agrees to, as it is stored. */
export const consent =
  'Send me occasional news about accreditation, awards and events. I can unsubscribe at any time with the link in each email.'

/** Stays at either end. */
export function stepBeside(step: StepId, way: -1 | 1): StepId {
  return stepIds[stepIds.indexOf(step) + way] ?? step
}

/** What does not fit is empty. */
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

export function readStep(text: unknown): StepId {
  return stepIds.find((id) => id === text) ?? 'company'
}
