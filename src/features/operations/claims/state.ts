import type { ClaimPlace } from '#domain/claim-places.ts'
import type { Claim, ClaimState } from '#domain/claims.ts'
import type { FieldFailure } from '#wire/failure.ts'

export type ListedClaim = Claim & {
  id: string
  place: ClaimPlace
  position: number
  revision: number
  /** ISO time in UTC, and who it was; null for one that nobody has changed. */
  changedAt: string | null
  changedBy: string | null
}

/** The form of one claim, as it is stored or as it was typed. */
export type ClaimForm = {
  /** Null for a new one. */
  id: string | null
  place: ClaimPlace
  /** By the names of the fields. */
  typed: Record<string, string>
  problems: FieldFailure[]
  /** Its revision, or the id of a new one: goes back with the form, and a repeated click is one claim. */
  seen: string
  isConflict: boolean
  changedAt: string | null
  changedBy: string | null
}

export type AdminClaimsData = {
  claims: (ListedClaim & { state: ClaimState })[]
  /** The places that a switch of the content page hides at present. */
  hidden: ClaimPlace[]
  /** Claims without a proof are shown, and called samples. */
  isDemo: boolean
  /** The open form; null for the list. */
  form: ClaimForm | null
  done: 'added' | 'saved' | 'removed' | null
}
