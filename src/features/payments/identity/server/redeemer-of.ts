import { createHash } from 'node:crypto'
import { companyNameKey } from '#domain/company-name.ts'
import { mailboxKey } from '#domain/mail-address.ts'

/**
 * Who uses a code that is once per organisation. Every application makes an organisation of its own here, so it is told by the company
 * number as the registry writes it; without one by the mailbox, however its address is spelt, and the name without its legal form, as a
 * digest: it outlives the person's data.
 */
export function redeemerOf(organisation: { companyKey: string | null; email: string; name: string }): string {
  const { companyKey, email, name } = organisation
  if (companyKey) return `company ${companyKey}`
  const person = `${mailboxKey(email)} ${companyNameKey(name) || name.trim()}`
  return `mailbox ${createHash('sha256').update(person).digest('base64url')}`
}
