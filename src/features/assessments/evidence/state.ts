import type { CriterionLevel } from '#features/assessments/criteria/criterion.ts'
import type { FormState } from '#wire/form.ts'
import type { CriterionGroup } from '../criteria/criterion-groups.ts'
import type { ClosedBecause, EvidenceState } from './rules.ts'

/** A document as its owner sees it. */
export type RoomFile = {
  id: string
  name: string
  bytes: number
  uploadedAt: string
  /** Its own last day (YYYY-MM-DD), where it has one. */
  expiresOn: string | null
  state: 'checking' | 'ready' | 'refused'
  scan: 'waiting' | 'clean' | 'infected' | 'unscanned'
  /** Why it was refused, or what its check waits for; otherwise empty. */
  reason: string
  isAccepted: boolean
  hasRunOut: boolean
}

/** A criterion that applies to the event, with what was sent for it. */
export type RoomCriterion = {
  id: string
  name: string
  group: CriterionGroup
  level: CriterionLevel
  asked: string
  why: string
  good: string
  /** Its documents have a last day, which we ask for. */
  expires: boolean
  state: EvidenceState
  /** Why more is needed, or why it does not apply. */
  reason: string
  /** Its organiser has said that it does not apply, and nobody has judged that yet. */
  canTakeBack: boolean
  files: RoomFile[]
  /** Documents that have arrived without their last day, which is asked for. */
  undated: { id: string; name: string; bytes: number }[]
}

export type EvidenceData =
  | { kind: 'not-found' }
  /** Somebody who holds the link alone. */
  | { kind: 'not-yours'; appId: string }
  /** Its applicant, who has not confirmed the address yet. `wait`: seconds until the email can be sent again, where it was sent too often. */
  | { kind: 'unconfirmed'; appId: string; email: string; isSent: boolean; wait: number | null }
  | {
      kind: 'room'
      appId: string
      reference: string
      title: string
      closed: ClosedBecause | null
      /** When its documents were deleted because we do not keep them for longer, until one is sent again. */
      deletedAt: string | null
      /** An assessment is open, in which it can be said that something does not apply. */
      canAnswer: boolean
      /** What the accreditation depends on, each with its day (YYYY-MM-DD), until it is met. */
      conditions: { id: string; text: string; dueOn: string }[]
      criteria: RoomCriterion[]
      /** A document that was sent without a script has just arrived. */
      hasArrived: boolean
      /** The form that was posted and not taken; `criterionId` or `uploadId` says which. */
      form: FormState
    }
