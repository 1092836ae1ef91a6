import type { ListPages } from '../../../wire/list-pages.ts'
import type { SuppressionCause } from './rules.ts'

export type SuppressedAddress = {
  id: string
  email: string
  cause: SuppressionCause
  /** What the recipient's server or the mail provider said; may be empty. */
  reason: string
  since: string
}

export type SuppressedData = {
  q: string
  addresses: SuppressedAddress[]
  /** Emails were just allowed again to an address. */
  isLifted: boolean
  /** Whether the mail provider reports bounces: otherwise only refusals at the sending are known. */
  isReported: boolean
  pages: ListPages
}
