export type StatusTone = 'accredited' | 'neutral' | 'warning' | 'danger'

type StatusRow = {
  /** The API's `accredited`, the certificate, the claim on pages and in feeds. */
  accredited: boolean
  /** By a decision: nothing is sold for it, and no payment lifts that. */
  withheld: boolean
  label: string
  tone: StatusTone
  sentence: string
  certificate: string
}

/** Pages, API, feeds, mails and certificates read these rows and decide nothing themselves. */
export const registerStatuses = {
  active: {
    accredited: true,
    withheld: false,
    label: 'Accredited',
    tone: 'accredited',
    sentence: 'This event is accredited and on the register.',
    certificate: 'The certificate is valid.',
  },
  listed: {
    accredited: false,
    withheld: false,
    label: 'Listed, assessment under way',
    tone: 'neutral',
    sentence: 'This event is listed while its assessment is under way. It is not accredited.',
    certificate: 'There is no certificate with this number.',
  },
  refused: {
    accredited: false,
    withheld: true,
    label: 'Assessed, not accredited',
    tone: 'warning',
    sentence: 'This event was assessed and is not accredited.',
    certificate: 'A certificate with this number is not valid.',
  },
  lapsed: {
    accredited: false,
    withheld: false,
    label: 'Lapsed',
    tone: 'neutral',
    sentence: 'The listing of this event has lapsed. It is not accredited at present.',
    certificate: 'A certificate with this number is no longer valid.',
  },
  suspended: {
    accredited: false,
    withheld: true,
    label: 'Accreditation suspended',
    tone: 'warning',
    sentence: 'The accreditation of this event is suspended. It is not accredited while the suspension lasts.',
    certificate: 'A certificate with this number is not valid while the suspension lasts.',
  },
  revoked: {
    accredited: false,
    withheld: true,
    label: 'Accreditation revoked',
    tone: 'danger',
    sentence: 'The accreditation of this event was revoked. It is not accredited.',
    certificate: 'A certificate with this number is no longer valid.',
  },
} as const satisfies Record<string, StatusRow>

export type RegisterStatus = keyof typeof registerStatuses
export const registerStatusNames = Object.keys(registerStatuses) as RegisterStatus[]

export function isAccredited(status: RegisterStatus | null): boolean {
  return status !== null && registerStatuses[status].accredited
}

export type WithheldStatus = Extract<RegisterStatus, 'suspended' | 'revoked' | 'refused'>

/** Of an entry whose listing is paid and that nobody has removed. */
export type PublishedStatus = Extract<RegisterStatus, 'active' | 'listed' | 'refused'>

export function isWithheld(status: RegisterStatus | null): status is WithheldStatus {
  return status !== null && registerStatuses[status].withheld
}

/** An expired entry has lapsed even before the job records it, as in SQL's `register_status`. @param validUntil null for no end. */
export function registerStatusAt(stored: RegisterStatus, validUntil: Date | null, now: Date): RegisterStatus {
  const stands = stored === 'active' || stored === 'listed' || stored === 'refused'
  return stands && validUntil !== null && validUntil <= now ? 'lapsed' : stored
}

export const changeWords = {
  published: 'Entered in the register',
  renewed: 'Renewed',
  lapsed: 'Lapsed',
  suspended: 'Suspended',
  reinstated: 'Reinstated',
  revoked: 'Revoked',
  edited: 'Edited',
  corrected: 'Corrected',
  assurance: 'Checked',
  accredited: 'Became accredited',
  unaccredited: 'No longer accredited',
  refused: 'Assessed, not accredited',
  reopened: 'Assessment opened again',
} as const
export type RegisterChange = keyof typeof changeWords

export type Step = { to: RegisterStatus; change: RegisterChange }
const step = (to: RegisterStatus, change: RegisterChange): Step => ({ to, change })
const lapsed = step('lapsed', 'lapsed')
const suspended = step('suspended', 'suspended')
const revoked = step('revoked', 'revoked')
/** Each status stays as it is. */
const staying = (change: RegisterChange) =>
  Object.fromEntries(registerStatusNames.map((name) => [name, step(name, change)])) as Record<RegisterStatus, Step>

/** From the left status to the one in its row; nothing else happens. Money lifts no decision; `afterEvent` says what `active` becomes. */
const registerEvents = {
  pay: { ...staying('renewed'), lapsed: step('active', 'reinstated') },
  /** Its end moves while a renewal is open, or when none will come. */
  moveEnd: { ...staying('edited'), lapsed: step('active', 'reinstated') },
  lapse: { ...staying('edited'), active: lapsed, listed: lapsed, refused: lapsed },
  renew: { active: step('active', 'renewed'), listed: step('listed', 'renewed'), lapsed: step('active', 'reinstated') },
  assure: { listed: step('active', 'accredited') },
  unassure: { active: step('listed', 'unaccredited') },
  refuse: { active: step('refused', 'refused'), listed: step('refused', 'refused') },
  reopen: { refused: step('active', 'reopened') },
  suspend: { active: suspended, listed: suspended, refused: suspended, lapsed: suspended },
  reinstate: { suspended: step('active', 'reinstated'), revoked: step('active', 'reinstated') },
  /** Nobody has sent the evidence that it was suspended for. */
  lapseByEvidence: { suspended: lapsed },
  /** Somebody has, and its listing is still paid. */
  returnByEvidence: { suspended: step('active', 'reinstated'), lapsed: step('active', 'reinstated') },
  revoke: { active: revoked, listed: revoked, refused: revoked, lapsed: revoked, suspended: revoked },
} as const satisfies Record<string, Partial<Record<RegisterStatus, Step>>>
export type RegisterEvent = keyof typeof registerEvents

/** @param standing of an entry that was not accredited before; others stay accredited. @returns null where it cannot happen to that status. */
export function afterEvent<Event extends RegisterEvent>(
  event: Event,
  status: RegisterStatus,
  published: PublishedStatus,
): Step | MissingStep<Event> {
  const steps: Partial<Record<RegisterStatus, Step>> = registerEvents[event]
  const found = steps[status]
  if (!found) return null as MissingStep<Event>
  return found.to === 'active' && status !== 'active' ? { ...found, to: published } : found
}

type MissingStep<Event extends RegisterEvent> =
  (typeof registerEvents)[Event] extends Record<RegisterStatus, Step> ? never : null
