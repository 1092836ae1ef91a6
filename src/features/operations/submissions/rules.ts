import type { LetterKind } from '../../../desk-paths.ts'

export const letterKinds = ['enquiries', 'leads', 'sign-ups', 'reservations'] as const satisfies LetterKind[]

/** How each kind is called, one of it, and what its column `about` holds. */
export const kindWords: Record<LetterKind, { many: string; one: string; about: string; none: string }> = {
  enquiries: { many: 'Enquiries', one: 'Enquiry', about: 'Subject', none: 'No enquiry' },
  leads: { many: 'Quick-apply leads', one: 'Quick-apply lead', about: 'Tickets', none: 'No lead' },
  'sign-ups': { many: 'Webinar sign-ups', one: 'Webinar sign-up', about: 'Webinar', none: 'No sign-up' },
  reservations: { many: 'Boxing reservations', one: 'Boxing reservation', about: 'Tickets', none: 'No reservation' },
}

export const letterStates = ['new', 'in-hand', 'done'] as const
export type LetterState = (typeof letterStates)[number]

export const stateWords: Record<LetterState, { label: string; tone: 'gold' | 'warning' | 'neutral' }> = {
  new: { label: 'New', tone: 'gold' },
  'in-hand': { label: 'In hand', tone: 'warning' },
  done: { label: 'Done', tone: 'neutral' },
}

export function isLetterKind(text: string | undefined): text is LetterKind {
  return letterKinds.some((kind) => kind === text)
}

export function isLetterState(text: string | null | undefined): text is LetterState {
  return letterStates.some((state) => state === text)
}
