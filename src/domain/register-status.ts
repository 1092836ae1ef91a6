/** The colour of a badge, which repeats what its word says. */
export type StatusTone = 'accredited' | 'neutral' | 'warning' | 'danger'

type StatusRow = {
  /** The API's `accredited`, the certificate, the claim on pages and in feeds. */
  accredited: boolean
  /** A decision keeps it from being accredited: nothing is sold for it, and no payment lifts that. */
  withheld: boolean
  label: string
  tone: StatusTone
  /** What it means, in a sentence. */
  sentence: string
  /** What becomes of its certificate. */
  certificate: string
}

/** The public status of a register entry. Pages, API, feeds, mails and certificates read these rows and decide nothing themselves. */
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

/** @param status null before there is an entry. */
export function isAccredited(status: RegisterStatus | null): boolean {
  return status !== null && registerStatuses[status].accredited
}

/** Kept from being accredited by a decision. */
export type Withheld = Extract<RegisterStatus, 'suspended' | 'revoked' | 'refused'>

/** How an entry stands while its listing is paid and nobody has taken it off. */
export type Standing = Extract<RegisterStatus, 'active' | 'listed' | 'refused'>

export function isWithheld(status: RegisterStatus | null): status is Withheld {
  return status !== null && registerStatuses[status].withheld
}

/**
 * What a stored status comes to: an entry that stands and whose time has run out has lapsed, even before the job that says so. SQL has the same as
 * `register_status(status, valid_until)`.
 *
 * @param validUntil null for no end.
 */
export function registerStatusAt(stored: RegisterStatus, validUntil: Date | null, now: Date): RegisterStatus {
  const stands = stored === 'active' || stored === 'listed' || stored === 'refused'
  return stands && validUntil !== null && validUntil <= now ? 'lapsed' : stored
}

/** A change as the history of the register records it, and its public word. */
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
  accredited: 'Accredited',
  unaccredited: 'No longer accredited',
  refused: 'Assessed, not accredited',
  reopened: 'Assessment opened again',
} as const
export type RegisterChange = keyof typeof changeWords

/** What an event makes of a status, and what the history says of it. */
export type Step = { to: RegisterStatus; change: RegisterChange }
const step = (to: RegisterStatus, change: RegisterChange): Step => ({ to, change })

/**
 * What may happen to an entry: from the stored status on the left to the one in its row, and what the history says of it. What is not
 * here does not happen. Money lifts no decision. What comes to stand is accredited only if it was checked as far as it has to be, and was
 * not refused (`afterEvent`).
 */
const registerEvents = {
  /** Its listing is paid for another period. */
  pay: {
    active: step('active', 'renewed'),
    listed: step('listed', 'renewed'),
    refused: step('refused', 'renewed'),
    lapsed: step('active', 'reinstated'),
    suspended: step('suspended', 'renewed'),
    revoked: step('revoked', 'renewed'),
  },
  /** Its end moves while a renewal is open, or will not come. */
  moveEnd: {
    active: step('active', 'edited'),
    listed: step('listed', 'edited'),
    refused: step('refused', 'edited'),
    lapsed: step('active', 'reinstated'),
    suspended: step('suspended', 'edited'),
    revoked: step('revoked', 'edited'),
  },
  /** Its listing is no longer paid. */
  lapse: {
    active: step('lapsed', 'lapsed'),
    listed: step('lapsed', 'lapsed'),
    refused: step('lapsed', 'lapsed'),
    lapsed: step('lapsed', 'edited'),
    suspended: step('suspended', 'edited'),
    revoked: step('revoked', 'edited'),
  },
  /** An admin gives an entry without a paid listing a new last day. */
  renew: { active: step('active', 'renewed'), listed: step('listed', 'renewed'), lapsed: step('active', 'reinstated') },
  /** It was found to be checked as far as it has to be, */
  assure: { listed: step('active', 'accredited') },
  /** or no longer. */
  unassure: { active: step('listed', 'unaccredited') },
  /** Its assessment has ended in a refusal, */
  refuse: { active: step('refused', 'refused'), listed: step('refused', 'refused') },
  /** or is open again after an appeal. */
  reopen: { refused: step('active', 'reopened') },
  suspend: {
    active: step('suspended', 'suspended'),
    listed: step('suspended', 'suspended'),
    refused: step('suspended', 'suspended'),
    lapsed: step('suspended', 'suspended'),
  },
  reinstate: { suspended: step('active', 'reinstated'), revoked: step('active', 'reinstated') },
  /** Nobody has followed the evidence that it was suspended for, */
  lapseByEvidence: { suspended: step('lapsed', 'lapsed') },
  /** or somebody has, and its listing is still paid. */
  returnByEvidence: { suspended: step('active', 'reinstated'), lapsed: step('active', 'reinstated') },
  revoke: {
    active: step('revoked', 'revoked'),
    listed: step('revoked', 'revoked'),
    refused: step('revoked', 'revoked'),
    lapsed: step('revoked', 'revoked'),
    suspended: step('revoked', 'revoked'),
  },
} as const satisfies Record<string, Partial<Record<RegisterStatus, Step>>>
export type RegisterEvent = keyof typeof registerEvents

/**
 * @param standing how an entry that was not accredited before comes to stand (`standingOf`). One that was stays accredited, until
 *   `unassure` or `refuse`.
 * @returns null where this does not happen to an entry of that status.
 */
export function afterEvent<Event extends RegisterEvent>(
  event: Event,
  status: RegisterStatus,
  standing: Standing,
): Step | Missing<Event> {
  const steps: Partial<Record<RegisterStatus, Step>> = registerEvents[event]
  const found = steps[status]
  if (!found) return null as Missing<Event>
  return found.to === 'active' && status !== 'active' ? { ...found, to: standing } : found
}

/** Null for an event that does not happen to every entry. */
type Missing<Event extends RegisterEvent> =
  (typeof registerEvents)[Event] extends Record<RegisterStatus, Step> ? never : null
