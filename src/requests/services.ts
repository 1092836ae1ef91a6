import type { Brand } from '#brand.ts'
import type { Counter } from '#database/count-in-memory.ts'
import type { Sql } from '#database/sql.ts'
import type { ShownClaim } from '#domain/claims.ts'
import type { Env } from '#env.ts'
import type { Pdfs } from '#process/drawings.ts'
import type { Log } from '#process/log.ts'
import type { Addresses } from '#providers/addresses/addresses.ts'
import type { Auth } from '#providers/auth/auth.ts'
import type { Bounces } from '#providers/bounces/bounces.ts'
import type { Cdn } from '#providers/cdn/cdn.ts'
import type { Companies } from '#providers/companies/companies.ts'
import type { Crm } from '#providers/crm/crm.ts'
import type { FileStore } from '#providers/files/files.ts'
import type { Mail } from '#providers/mail/mail.ts'
import type { Payments } from '#providers/payments/payments.ts'
import type { Scanner } from '#providers/scanner/scanner.ts'
import type { EntryCredential, FoundProof, ProvenCredential } from '#wire/entry-proof.ts'

export type Services = {
  env: Env
  brand: Brand
  sql: Sql
  payments: Payments
  companies: Companies
  addresses: Addresses
  mail: Mail
  bounces: Bounces | null
  crm: Crm | null
  files: FileStore
  scanner: Scanner | null
  cdn: Cdn | null
  auth: Auth
  pdfs: Pdfs
  proofOf: (number: string) => Promise<FoundProof>
  /** Null also while the newest version has none yet. */
  credentialOf: (number: string) => Promise<EntryCredential | null>
  /** The same with the proof that the public log holds it, for files that are handed out. */
  provenCredentialOf: (number: string) => Promise<ProvenCredential | null>
  headerPartners: (given: Pick<Services, 'sql' | 'env' | 'now'>) => Promise<readonly ShownClaim[]>
  /** Bytes free for documents, and the limit below which none is taken. */
  documentSpace: () => Promise<{ free: number; floor: number }>
  /** `refusals`: what a failure means where a call has no words of its own. */
  describeApi: () => Promise<{
    paths: Record<string, Record<string, object>>
    areas: string[]
    refusals: Record<string, string>
  }>
  /** Of invalid numbers, as they were typed. */
  failedChecks: { count: (number: string) => void }
  keyUses: Counter
  /** What tells of the money that is recorded now, for the ledger; the site itself where nothing is said. */
  movementSource?: { kind: 'event' | 'site' | 'reconciliation' | 'import'; id: string | null }
  log: Log
  now: () => Date
}
