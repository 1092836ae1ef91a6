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
import type { EntryCredential } from '#wire/entry-credential.ts'
import type { FoundProof } from '#wire/entry-proof.ts'

export type Services = {
  env: Env
  brand: Brand
  sql: Sql
  payments: Payments
  companies: Companies
  addresses: Addresses
  mail: Mail
  /** Reports of mails that did not arrive; null where nothing reports them. */
  bounces: Bounces | null
  /** Null where none is connected. */
  crm: Crm | null
  /** Documents that have been checked. */
  files: FileStore
  /** For viruses; null where none is connected. */
  scanner: Scanner | null
  /** Null where there is none. */
  cdn: Cdn | null
  auth: Auth
  pdfs: Pdfs
  /** By the entry's number. */
  proofOf: (number: string) => Promise<FoundProof>
  /** By the entry's number; null where there is none, or none of its newest version yet. */
  credentialOf: (number: string) => Promise<EntryCredential | null>
  /** What the header shows today. @param given where the claims are read from. */
  headerPartners: (given: Pick<Services, 'sql' | 'env' | 'now'>) => Promise<readonly ShownClaim[]>
  /** Bytes that are free for documents, and below which none is taken. */
  documentSpace: () => Promise<{ free: number; floor: number }>
  /** The OpenAPI document, the areas of its calls in order, and what a failure means where a call has no words of its own. */
  describeApi: () => Promise<{
    paths: Record<string, Record<string, object>>
    areas: string[]
    refusals: Record<string, string>
  }>
  /** Of numbers that turn out not to be valid, as they were typed. */
  failedChecks: { count: (number: string) => void }
  /** By the key's id and the name of the call. */
  keyUses: Counter
  log: Log
  now: () => Date
}
