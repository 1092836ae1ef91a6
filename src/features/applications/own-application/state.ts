import type { ApplicationState } from '#domain/application-state.ts'
import type { BounceKind } from '#domain/bounces.ts'
import type { Draft } from '#features/applications/rules.ts'
import type { FieldFailure } from '#wire/failure.ts'
import type { Closed, WayToChange } from './rules.ts'
import type { ProposalRow } from './server/queries.ts'
import type { Step } from './steps.ts'

/** Whoever has not applied in this browser is shown how to have a link mailed, whether or not there is such an application. */
type NotYours = { kind: 'not-yours'; appId: string }

export type OwnApplicationData =
  | NotYours
  | {
      kind: 'found'
      appId: string
      reference: string
      title: string
      organisation: string
      status: string
      state: ApplicationState
      steps: Step[]
      /** Why it was not approved or not accredited, with the criteria that are not met, and the last moment to appeal (ISO time in UTC). */
      refusal: { reason: string; unmet: { name: string; reason: string }[]; appealUntil: string } | null
      mayAppeal: boolean
      /** What the applicant has corrected, oldest first; empty texts were erased. */
      changes: { at: string; lines: string }[]
      closed: Closed | null
      /** Our emails do not arrive: why, at which address, and whether the applicant may still correct it here. Null where they do. */
      unreached: { cause: BounceKind; address: string; mayCorrect: boolean } | null
      /** How it can be changed; null where it cannot. */
      way: WayToChange | null
      /** What was proposed last, and what became of it. */
      proposal: ProposalRow | null
      /** What was done just now. */
      done: 'changed' | 'proposed' | 'withdrawn' | null
      /** Asks once more before the application is withdrawn, with what was typed and why it was not done. */
      withdrawal: { reason: string; problem: string | null } | null
    }

export type ChangeData =
  | NotYours
  | { kind: 'closed'; appId: string; reference: string; closed: Closed }
  | {
      kind: 'form'
      appId: string
      reference: string
      revision: number
      draft: Draft
      /** What a change of the event's facts leads to is said before it is made. */
      isApproved: boolean
      way: WayToChange
      problems: FieldFailure[]
      /** Why it could not be stored. */
      failure: string | null
    }
