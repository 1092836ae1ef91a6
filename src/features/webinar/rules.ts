import type { ContentFlags } from '../../domain/content-flags.ts'
import { isMailAddress } from '../../domain/mail-address.ts'
import type { FieldFailure } from '../../wire/failure.ts'
import { content } from './content.ts'

/** The page has two forms with one state: at the top, and at its end. */
export type FormId = 'hero' | 'registration'

export type SignUpState = {
  name: string
  email: string
  problems: FieldFailure[]
  /** Why the last attempt failed as a whole. */
  notice: string | null
  /** The form that was sent last: it shows the list of problems, and takes the focus. */
  sentFrom: FormId | null
  /** Counts the attempts, so that each list of problems is announced. */
  attempt: number
  busy: boolean
  done: boolean
}

export const emptySignUp: SignUpState = {
  name: '',
  email: '',
  problems: [],
  notice: null,
  sentFrom: null,
  attempt: 0,
  busy: false,
  done: false,
}

export type WebinarData = {
  /** False once it has started, and while the desk has sign-up closed: then no sign-ups are taken. */
  isOpen: boolean
  hasStarted: boolean
  flags: ContentFlags
  /** The calendar file as a `data:` address; null when there is nothing to note down any more. */
  calendar: string | null
  /** What a post without a script came to; empty otherwise. */
  signUp: SignUpState
}

/** What is missing or wrong, as far as the form itself can see. The server asks its schema, which says the same. */
export function signUpProblems({ name, email }: { name: string; email: string }): FieldFailure[] {
  const problems: FieldFailure[] = []
  if (!name.trim()) problems.push({ field: 'name', message: 'Name is required' })
  if (!email.trim()) problems.push({ field: 'email', message: 'Email is required' })
  else if (!isMailAddress(email.trim()))
    problems.push({ field: 'email', message: 'Please enter a valid email address' })
  return problems
}

/** Whether the webinar has started: from then on no sign-ups are taken. */
export function hasStarted(now: Date): boolean {
  return now.getTime() >= Date.parse(content.startsAt)
}

/** The end of the announced length, without questions and answers. ISO, UTC. */
export function endsAt(): string {
  return new Date(Date.parse(content.startsAt) + content.minutes * 60_000).toISOString()
}
