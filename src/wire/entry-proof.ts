/** Values that may have to be erased: the public log holds salted hashes of them alone. */
export const hashedNames = ['city', 'date', 'organiser', 'reason', 'title', 'venue'] as const
export type HashedName = (typeof hashedNames)[number]
export type HashedValues = Record<HashedName, string>

/** What proves that the newest change of an entry is in the public log. Bytes are base64. */
export type EntryProof = {
  leaf: string
  index: number
  /** Nearest first. */
  proof: string[]
  /** That the proof leads to, and when it was signed. */
  checkpoint: string
  signedAt: string
  salt: string
  register: RegisterFacts
}

export type RegisterFacts = {
  number: string
  status: string
  assurance: string
  assuredOn: string | null
  validFrom: string
  validUntil: string | null
  values: HashedValues
}

/** `waiting`: not signed yet. `broken`: the log lacks what the proof is made of. Null for an unknown number. */
export type FoundProof = EntryProof | 'waiting' | 'broken' | null
