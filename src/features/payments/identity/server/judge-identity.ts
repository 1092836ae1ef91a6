import type { SqlRunner, Transaction } from '../../../../database/sql.ts'
import { type IdentityFacts, type IdentityWait, identityWaits } from '../../../../domain/application-state.ts'
import { waitForAddress } from '../../../mail/address-confirmation/server/confirm-address.ts'
import { isFreeMailDomain, registeredDomain } from './company-domain.ts'
import { type FactsRow, lockCompany, readFacts } from './queries.ts'

export type JudgedIdentity = { waits: IdentityWait[]; facts: FactsRow }

/**
 * What a paid listing still waits for, as things stand.
 *
 * @param paidPence what was really paid for it. @returns null for an unknown application.
 */
export async function judgeIdentity(
  sql: SqlRunner,
  applicationId: string,
  paidPence: number,
): Promise<JudgedIdentity | null> {
  const [facts] = await readFacts(sql, { applicationId })
  return facts ? { facts, waits: identityWaits(await known(facts, paidPence)) } : null
}

/**
 * The same, for the transaction that publishes, which holds the application's lock: a confirmation of the address that comes at the same
 * moment, and another entry of the same company number, are seen here or see this one.
 */
export async function judgeIdentityHeld(
  transaction: Transaction,
  applicationId: string,
  paidPence: number,
): Promise<JudgedIdentity | null> {
  const [facts] = await readFacts(transaction, { applicationId })
  if (!facts) return null
  await waitForAddress(transaction, facts.email)
  if (facts.company_key) await lockCompany(transaction, { companyKey: facts.company_key })
  return await judgeIdentity(transaction, applicationId, paidPence)
}

async function known(facts: FactsRow, paidPence: number): Promise<IdentityFacts> {
  return {
    isApproved: facts.status === 'approved',
    isAddressConfirmed: facts.is_address_confirmed,
    paidPence,
    isNumberElsewhere: facts.is_number_elsewhere,
    isDomainConfirmed: await isDomainConfirmed(facts),
    isLetThrough: facts.is_let_through,
  }
}

async function isDomainConfirmed({ email, domains }: FactsRow): Promise<boolean> {
  if (domains.length === 0) return false
  const domain = await registeredDomain(email)
  return domain !== null && domains.includes(domain) && !(await isFreeMailDomain(domain))
}
