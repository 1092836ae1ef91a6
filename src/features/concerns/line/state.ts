import type { RegisterStatus } from '#domain/register-status.ts'
import type { CaseStep } from '#features/concerns/case-steps.ts'
import type { FormState } from '#wire/form.ts'
import type { ListPages } from '#wire/list-pages.ts'
import type { ConcernList, ConcernState, ConcernSubject } from './rules.ts'

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

export type ListedConcern = {
  id: string
  reference: string
  about: ConcernSubject
  inDanger: boolean
  state: ConcernState
  event: string
  assignedTo: string | null
  receivedAt: string
  promisedAt: string
  isLate: boolean
  /** Where the organiser's answer stands; null where nobody has asked. */
  reply: 'waiting' | 'answered' | 'expired' | null
}

export type AdminConcernsData = {
  list: ConcernList
  concerns: ListedConcern[]
  counts: { open: number; late: number }
  pages: ListPages
}

export type ConcernNotice =
  | 'taken-up'
  | 'assigned'
  | 'entry-named'
  | 'noted'
  | 'asked'
  | 'settled'
  | 'note-removed'
  | 'moved-on'
  | 'no-organiser'
  | 'reply-first'

export type AdminConcernData = {
  id: string
  reference: string
  about: ConcernSubject
  inDanger: boolean
  state: ConcernState
  event: string
  place: string
  occurred: string
  happened: string
  outcome: string | null
  receivedAt: string
  promisedAt: string
  isLate: boolean
  assignedTo: string | null
  entry: {
    id: string
    number: string
    title: string
    slug: string
    status: RegisterStatus
    hasOrganiser: boolean
  } | null
  replies: {
    id: string
    question: string
    askedAt: string
    expiresAt: string
    answeredAt: string | null
    answer: string
    publicReply: string
  }[]
  /** What stands on the entry's page. */
  note: { text: string; reply: string; notedAt: string; removedAt: string | null; removedReason: string | null } | null
  steps: CaseStep[]
  desk: { id: string; name: string }[]
  /** Who reported: only after somebody who may has asked to see it. `none` is an anonymous report. */
  reporter: { name: string; email: string } | 'none' | null
  mayEditRegister: boolean
  maySeeReporter: boolean
  notice: ConcernNotice | null
  form: FormState
}
