import type { ApplicationStatus } from '#domain/application-facts.ts'
import type { ApplicationState } from '#domain/application-state.ts'

/** The page of an application that a mail's button asks for. */
export type LinkGoal = 'status' | null

/** What the page of a link shows. */
export type AccessLinkData =
  | {
      kind: 'usable'
      token: string
      /** The application is still being written. */
      isDraft: boolean
      /** Where it leads, if not to the next step. */
      to: LinkGoal
    }
  /** `sent`: the draft that it led to has become an application. `unknown`: not of ours, or cut off on its way. */
  | { kind: 'sent' | 'used' | 'expired' | 'unknown'; token: string; wait: number | null }

/** What the page that links are asked for on shows. `wait`: seconds, when it was too often. */
export type AskData = { isSent: boolean; wait: number | null }

/** One of the applications that a browser may act for. */
export type OwnApplication = {
  id: string
  reference: string
  title: string
  organisation: string
  status: ApplicationStatus
  submittedAt: string
  /** Of its entry in the register, once its listing was paid. */
  slug: string | null
  /** A decision can be appealed against, or was. */
  hasAppeal: boolean
  state: ApplicationState
}

export type MyApplicationsData = {
  applications: OwnApplication[]
  /** The one that has not been sent, if our server holds it for this browser: the title of its event, empty before it has one. */
  unfinished: { title: string; savedAt: string } | null
  /** Whether this browser has just let go of them. */
  isForgotten: boolean
}
