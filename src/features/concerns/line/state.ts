import type { FormState } from '#wire/form.ts'
import type { ConcernState, ConcernSubject } from './rules.ts'

/** The form. */
export type ConcernsData = {
  form: FormState
  /** The entry that the link to the form has named. */
  entry: { id: string; number: string; title: string; slug: string } | null
}

/** The status page behind a link. Times are ISO, in UTC. */
export type ConcernData =
  | { kind: 'unknown' }
  | {
      kind: 'known'
      token: string
      reference: string
      about: ConcernSubject
      inDanger: boolean
      state: ConcernState
      receivedAt: string
      promisedAt: string
      outcome: string | null
      settledAt: string | null
      entry: { title: string; slug: string } | null
      /** When the reporter has added something. */
      messages: string[]
      hasEmail: boolean
      isNew: boolean
      isAdded: boolean
      form: FormState
    }

/** The page on which an organiser answers. */
export type ConcernReplyData =
  | { kind: 'unknown' }
  /** `unsent` is an answer that came too late. */
  | { kind: 'answered' | 'expired' | 'settled'; reference: string; unsent: string | null }
  | {
      kind: 'open'
      token: string
      reference: string
      title: string
      number: string
      question: string
      expiresAt: string
      form: FormState
    }
