import { query } from '../../../../database/query.ts'
import type { Sector } from '../../../../domain/categories.ts'
import type { RegisterStatus } from '../../../../domain/register-status.ts'

/** A register entry as far as its certificate tells of it. Times are ISO 8601 in UTC. */
export type CertificateRow = {
  number: string
  slug: string
  status: RegisterStatus
  status_reason: string | null
  valid_from: string
  valid_until: string | null
  /** Since when it has not stood, where that was recorded. */
  ended_at: string | null
  title: string
  organiser: string
  is_private: boolean
  /** YYYY-MM-DD and HH:MM in London, as far as they are known. */
  date: string | null
  time: string | null
  venue: string
  city: string
  sector: Sector
  is_demo: boolean
}

export const findCertificate = query<[number: string], CertificateRow>('certificate/find-certificate')
