import { companyNameKey } from '../../domain/company-name.ts'
import { mailboxKey } from '../../domain/mail-address.ts'

/**
 * Who uses a code that is once per organisation. Every application makes an organisation of its own here, so it is told by the company
 * number as the registry writes it; without one by the mailbox, however its address is spelt, and the name without its legal form.
 */
export function redeemerOf(organisation: { companyKey: string | null; email: string; name: string }): string {
  const { companyKey, email, name } = organisation
  return companyKey ? `company ${companyKey}` : `mailbox ${mailboxKey(email)} ${companyNameKey(name) || name.trim()}`
}
