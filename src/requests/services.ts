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

/** What the process hands down to loaders, actions, API calls and jobs. */
export type Services = {
  env: Env
  brand: Brand
  sql: Sql
  payments: Payments
  companies: Companies
  addresses: Addresses
  mail: Mail
  /** Reads what the mail provider reports of mails that did not arrive; null where none does. */
  bounces: Bounces | null
  /** The sales side's system; null where none is connected. */
  crm: Crm | null
  /** Documents that have been checked. */
  files: FileStore
  /** Looks for viruses; null where none is connected. */
  scanner: Scanner | null
  /** The CDN in front of the site; null where there is none. */
  cdn: Cdn | null
  auth: Auth
  /** Draws documents on a thread of their own. */
  pdfs: Pdfs
  /** The proof that an entry's newest change is in the public log, by the entry's number. */
  proofOf: (number: string) => Promise<FoundProof>
  /** The signed credential of an accredited entry, by the entry's number; null where there is none, or none of its newest version yet. */
  credentialOf: (number: string) => Promise<EntryCredential | null>
  /** What the header shows of partners today. @param given where the claims are read from. */
  headerPartners: (given: Pick<Services, 'sql' | 'env' | 'now'>) => Promise<readonly ShownClaim[]>
  /** Bytes that are free for documents, and below what nothing more is taken. */
  documentSpace: () => Promise<{ free: number; floor: number }>
  /** The OpenAPI document, the areas of its calls in their order, and what a failure means where a call has no words of its own. */
  describeApi: () => Promise<{
    paths: Record<string, Record<string, object>>
    areas: string[]
    refusals: Record<string, string>
  }>
  /** Counts checks of numbers that turn out not to be valid; the number as somebody typed it. */
  failedChecks: { count: (number: string) => void }
  /** Counts the calls that are made with a key, by its id and the name of the call. */
  keyUses: Counter
  log: Log
  /** The time, so that tests can set it. */
  now: () => Date
}
