import type { AnswerFacts } from '#domain/register-answer.ts'
import type { Assured } from '#features/register/what-was-checked.tsx'
import type { FoundProof } from '#wire/entry-proof.ts'

/** What the page of a certificate number shows. */
export type Verification =
  /** `typed`: what was asked for. `meant`: the entry whose number it may be a misreading of. */
  | { kind: 'unknown'; typed: string; meant: { number: string; title: string; when: string; where: string } | null }
  | {
      kind: 'found'
      number: string
      slug: string
      facts: AnswerFacts
      /** When the register was read: ISO time in UTC. */
      readAt: string
      assured: Assured
      /** Why it is not valid, where the register says so. */
      reason: string | null
      /** ISO time in UTC. */
      validFrom: string
      title: string
      organiser: string
      /** Of the event, in words. */
      when: string
      where: string
      isDemonstration: boolean
      /** That all this is in the public log. */
      proof: FoundProof
      /** Its credential has been signed. */
      hasCredential: boolean
    }
