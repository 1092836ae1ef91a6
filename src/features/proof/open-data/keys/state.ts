import type { FormState } from '#wire/form.ts'
import type { ListPages } from '#wire/list-pages.ts'

/** What the page for developers is made of. */
export type DevelopersData = {
  form: FormState
  /** A key that has just been made: shown here and never again. */
  key: string | null
  /** Where the examples on the page ask. */
  site: string
}

/** How often a key was used on a day, by call. */
export type DayOfUse = { day: string; changes: number; check: number }

export type KeyPageData =
  | { kind: 'unknown' }
  | {
      kind: 'found'
      token: string
      ending: string
      name: string
      createdAt: string
      revokedAt: string | null
      /** Every day that the chart shows, the last first. */
      days: DayOfUse[]
    }

export type ListedKey = {
  id: string
  ending: string
  name: string
  email: string
  createdAt: string
  revokedAt: string | null
  revokedBy: 'holder' | 'admin' | null
  /** YYYY-MM-DD; null for one that was never used. */
  lastUsed: string | null
  changes: number
  checks: number
}

export type AdminKeysData = {
  keys: ListedKey[]
  /** Whether keys that were revoked are left out. */
  inUse: boolean
  notice: 'revoked' | null
  pages: ListPages
}
