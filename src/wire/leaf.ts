import type { Assurance } from '#domain/assurance.ts'
import type { RegisterStatus } from '#domain/register-status.ts'
import type { HashedName } from './entry-proof.ts'

/** Each follows from the entry before and after. */
export const leafChanges = {
  published: 'Entered in the register',
  renewed: 'Given a later last day',
  lapsed: 'Lapsed',
  suspended: 'Suspended',
  reinstated: 'Reinstated',
  revoked: 'Revoked',
  refused: 'Assessed, not accredited',
  reopened: 'Assessment opened again',
  accredited: 'Became accredited',
  unaccredited: 'No longer accredited',
  assurance: 'Checked again',
  corrected: 'Corrected',
  lost: 'Ended: a backup that was restored did not hold it',
} as const
export type LeafChange = keyof typeof leafChanges
export const leafChangeNames = Object.keys(leafChanges) as LeafChange[]

/** These names in this order as JSON without spaces (RFC 8785). */
export type Leaf = {
  assurance: Assurance
  assuredOn: string | null
  at: string
  change: LeafChange
  hashes: Record<HashedName, string>
  n: number
  number: string
  /** Later than `at` for what the register held before it had a log. */
  recorded: string
  status: RegisterStatus
  v: 1
  validFrom: string
  validUntil: string | null
}

export function readLeaf(bytes: Uint8Array): Leaf | null {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    const leaf = JSON.parse(text) as Leaf
    const isLeaf = leaf.v === 1 && typeof leaf.number === 'string' && leaf.change in leafChanges
    return isLeaf && JSON.stringify(leaf) === text ? leaf : null
  } catch {
    return null
  }
}
