import type { FieldFailure } from '#wire/failure.ts'
import type { Partner } from '../server.ts'

export type TypedPartner = { name: string; url: string; logoUrl: string; active: string }

export type AdminPartnersData = {
  partners: Partner[]
  /** The partner whose form is open; null for a new one. */
  editing: string | null
  typed: TypedPartner
  problems: FieldFailure[]
  /** What was stored when the form was made, or the id of a new partner: goes back with it, and a repeated click is one partner. */
  seen: string
  notice: 'added' | 'saved' | 'moved' | 'conflict' | null
}
