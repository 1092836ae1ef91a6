/** The colour of a badge, which repeats what its word says. */
export type StatusTone = 'accredited' | 'neutral' | 'warning' | 'danger'

type StatusRow = {
  /** The API's `accredited`, the certificate, the claim on pages and in feeds. */
  accredited: boolean
  /** An admin has taken the entry off: nothing is sold for it, and no payment lifts that. */
  withheld: boolean
  label: string
  tone: StatusTone
  /** What it means, in a sentence. */
  sentence: string
  /** What the page of its certificate says. */
  verdict: { title: string; text: string; tone: 'success' | 'warning' | 'danger' }
}

/** The public status of a register entry. Pages, API, feeds, mails and certificates read these rows and decide nothing themselves. */
export const registerStatuses = {
  active: {
    accredited: true,
    withheld: false,
    label: 'Accredited',
    tone: 'accredited',
    sentence: 'This event is accredited and stands on the register.',
    verdict: { title: 'This accreditation stands today.', text: 'The certificate is valid.', tone: 'success' },
  },
  lapsed: {
    accredited: false,
    withheld: false,
    label: 'Accreditation lapsed',
    tone: 'neutral',
    sentence: 'The accreditation of this event has lapsed. It is not accredited at present.',
    verdict: {
      title: 'This accreditation has lapsed.',
      text: 'A certificate with this number is no longer valid.',
      tone: 'warning',
    },
  },
  suspended: {
    accredited: false,
    withheld: true,
    label: 'Accreditation suspended',
    tone: 'warning',
    sentence: 'The accreditation of this event is suspended. It is not accredited while the suspension lasts.',
    verdict: {
      title: 'This accreditation is suspended.',
      text: 'A certificate with this number is not valid while the suspension lasts.',
      tone: 'warning',
    },
  },
  revoked: {
    accredited: false,
    withheld: true,
    label: 'Accreditation revoked',
    tone: 'danger',
    sentence: 'The accreditation of this event was revoked. It is not accredited.',
    verdict: {
      title: 'This accreditation was revoked.',
      text: 'A certificate with this number is not valid any more.',
      tone: 'danger',
    },
  },
} as const satisfies Record<string, StatusRow>

export type RegisterStatus = keyof typeof registerStatuses
export const registerStatusNames = Object.keys(registerStatuses) as RegisterStatus[]

/** @param status null before there is an entry. */
export function isAccredited(status: RegisterStatus | null): boolean {
  return status !== null && registerStatuses[status].accredited
}

/** Taken off by an admin. */
export type Withheld = Extract<RegisterStatus, 'suspended' | 'revoked'>

export function isWithheld(status: RegisterStatus | null): status is Withheld {
  return status !== null && registerStatuses[status].withheld
}

/**
 * What a stored status comes to: an entry whose time has run out has lapsed, even before the job that says so. SQL has the same as
 * `register_status(status, valid_until)`.
 *
 * @param validUntil null for no end.
 */
export function registerStatusAt(stored: RegisterStatus, validUntil: Date | null, now: Date): RegisterStatus {
  return stored === 'active' && validUntil !== null && validUntil <= now ? 'lapsed' : stored
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
  assurance: 'Checked',
} as const
export type RegisterChange = keyof typeof changeWords

type Step = { to: RegisterStatus; change: RegisterChange }
const step = (to: RegisterStatus, change: RegisterChange): Step => ({ to, change })

/**
 * What may happen to an entry: from the stored status on the left to the one in its row, and what the history says of it. What is not
 * here does not happen. Money lifts no suspension and no revocation.
 */
export const registerEvents = {
  /** Its listing is paid for another period. */
  pay: {
    active: step('active', 'renewed'),
    lapsed: step('active', 'reinstated'),
    suspended: step('suspended', 'renewed'),
    revoked: step('revoked', 'renewed'),
  },
  /** Its end moves while a renewal is open, or will not come. */
  moveEnd: {
    active: step('active', 'edited'),
    lapsed: step('active', 'reinstated'),
    suspended: step('suspended', 'edited'),
    revoked: step('revoked', 'edited'),
  },
  /** Its listing is no longer paid. */
  lapse: {
    active: step('lapsed', 'lapsed'),
    lapsed: step('lapsed', 'edited'),
    suspended: step('suspended', 'edited'),
    revoked: step('revoked', 'edited'),
  },
  /** An admin gives an entry without a paid listing a new last day. */
  renew: { active: step('active', 'renewed'), lapsed: step('active', 'reinstated') },
  suspend: { active: step('suspended', 'suspended'), lapsed: step('suspended', 'suspended') },
  reinstate: { suspended: step('active', 'reinstated'), revoked: step('active', 'reinstated') },
  revoke: {
    active: step('revoked', 'revoked'),
    lapsed: step('revoked', 'revoked'),
    suspended: step('revoked', 'revoked'),
  },
} as const satisfies Record<string, Partial<Record<RegisterStatus, Step>>>
export type RegisterEvent = keyof typeof registerEvents

/** @returns null where this does not happen to an entry of that status. */
export function afterEvent(event: RegisterEvent, status: RegisterStatus): Step | null {
  const steps: Partial<Record<RegisterStatus, Step>> = registerEvents[event]
  return steps[status] ?? null
}
