/** They may have to be erased: the public log holds only their salted hashes. */
export const hashedNames = ['city', 'date', 'organiser', 'reason', 'title', 'venue'] as const
export type HashedName = (typeof hashedNames)[number]
export type HashedValues = Record<HashedName, string>

/** Of the entry's newest change. Bytes are base64. */
export type EntryProof = {
  leaf: string
  index: number
  proof: string[]
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
