import type { SuppressedAddress } from '#domain/bounces.ts'
import type { ListPages } from '#wire/list-pages.ts'

export type SuppressedData = {
  q: string
  addresses: SuppressedAddress[]
  /** Emails were just allowed again to an address. */
  isLifted: boolean
  /** Whether the mail provider reports bounces: otherwise only refusals at the sending are known. */
  isReported: boolean
  pages: ListPages
}
