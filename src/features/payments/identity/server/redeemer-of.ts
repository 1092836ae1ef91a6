import { createHash } from 'node:crypto'
import { companyNameKey } from '#domain/company.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import type { FunnelApplication } from '#features/payments/server/queries.ts'

/**
 * Who uses a code that is once per organisation: every application makes an organisation, so it is the company number, or a digest of the
 * mailbox and the name without its legal form, which outlives the person's data.
 */
export function redeemerOf(organisation: { companyKey: string | null; email: string; name: string }): string {
  const { companyKey, email, name } = organisation
  if (companyKey) return `company ${companyKey}`
  const person = `${mailboxKey(email)} ${companyNameKey(name) || name.trim()}`
  return `mailbox ${createHash('sha256').update(person).digest('base64url')}`
}

export function redeemerOfApplication(application: FunnelApplication): string {
  const { companyKey, organisationEmail: email, organisationName: name } = application
  return redeemerOf({ companyKey, email, name })
}
