import type { RegisterStatus } from '../../../domain/register-status.ts'
import type { Assured } from '../what-was-checked.tsx'

/** What the page of a certificate number shows. */
export type Verification =
  /** `typed`: what was asked for. */
  | { kind: 'unknown'; typed: string }
  | {
      kind: 'found'
      number: string
      slug: string
      status: RegisterStatus
      assured: Assured
      /** Why it does not stand, where the register says so. */
      reason: string | null
      /** ISO times in UTC; null for no end. */
      validFrom: string
      validUntil: string | null
      /** Since when it has not stood, as far as that is known. */
      endedAt: string | null
      title: string
      organiser: string
      /** Of the event, in words. */
      when: string
      where: string
      isDemonstration: boolean
    }
