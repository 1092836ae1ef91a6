/** Values that may have to be erased: the public log holds salted hashes of them alone. */
export const hashedNames = ['city', 'date', 'organiser', 'reason', 'title', 'venue'] as const
export type HashedName = (typeof hashedNames)[number]
export type HashedValues = Record<HashedName, string>

/** What anybody needs to check that the newest change of an entry is in the public log. Bytes are base64. */
export type EntryProof = {
  /** The entry of the log. */
  leaf: string
  /** Its place in the log, from 0. */
  index: number
  /** Hashes on the way to the root, nearest first. */
  proof: string[]
  /** The signed checkpoint that the proof leads to, and when it was signed: ISO 8601 in UTC. */
  checkpoint: string
  signedAt: string
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

/**
 * `waiting`: its newest change has not been signed yet. `broken`: the log does not hold what the proof is made of. Null for a number that the
 * register does not know.
 */
export type FoundProof = EntryProof | 'waiting' | 'broken' | null
