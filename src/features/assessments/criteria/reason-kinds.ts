export const reasonKinds = {
  'more-needed': { label: 'More evidence is needed', use: 'Sent to the applicant with the criterion it is about.' },
  'not-met': { label: 'Criterion not met', use: 'Shown beside the criterion in the decision.' },
  condition: { label: 'Met with a condition', use: 'What the organiser must do, by the date that the assessor sets.' },
  'not-applicable': { label: 'Criterion does not apply', use: 'Why we do not ask for it.' },
  approve: { label: 'Approval of an application', use: 'Kept with the eligibility decision.' },
  reject: { label: 'Rejection of an application', use: 'Sent to the applicant.' },
  refuse: { label: 'Refusal after an assessment', use: 'Sent to the applicant in the notice of refusal.' },
  reply: {
    label: 'Saved reply',
    use: 'For emails from a case. Write {name}, {event}, {reference}, {number} or {me} where the contact, the event, the application, the register number or the sender is named.',
  },
} as const
export type ReasonKind = keyof typeof reasonKinds
export const reasonKindNames = Object.keys(reasonKinds) as ReasonKind[]

/** In characters. */
const reasonTextLimit = 600
export const replyTextLimit = 2000

/** What is wrong with a text; null for nothing. */
export function reasonProblem(kind: ReasonKind, text: string): string | null {
  if (kind !== 'reply') return text.length > reasonTextLimit ? `Use at most ${reasonTextLimit} characters` : null
  const strange = [...text.matchAll(/\{(\w*)\}/g)].find(([, name]) => !replyFields.includes(name as ReplyField))
  return strange ? `${strange[0]} is not a field. Use ${replyFields.map((name) => `{${name}}`).join(', ')}` : null
}

const replyFields = ['name', 'event', 'reference', 'number', 'me'] as const
type ReplyField = (typeof replyFields)[number]

/** Where a field has nothing, its place says so: the sender fills it in. */
export function fillReply(text: string, fields: Readonly<Record<ReplyField, string>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name) => fields[name as ReplyField] || whole)
}
