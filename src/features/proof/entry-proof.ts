import type { HashedValues } from './leaf.ts'

/** What anybody needs to check that the newest change of an entry is in the log. Bytes are base64. */
export type EntryProof = {
  /** The entry of the log. */
  leaf: string
  /** Its place in the log, from 0. */
  index: number
  /** Hashes on the way to the root, nearest first. */
  proof: string[]
  /** The signed checkpoint that the proof leads to. */
  checkpoint: string
  /** The salt of the leaf's hashes. */
  salt: string
  /** What the register says of the entry at present. */
  register: RegisterFacts
}

/** What the leaf holds too, as the register has it. */
export type RegisterFacts = {
  number: string
  status: string
  assurance: string
  assuredOn: string | null
  validFrom: string
  validUntil: string | null
  values: HashedValues
}
