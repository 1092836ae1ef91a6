import { type } from 'arktype'
import { byPerson, recordChange } from '../../../../database/record-change.ts'
import { maskEmail, normaliseMailAddress } from '../../../../domain/mail-address.ts'
import type { Admin } from '../../../../domain/permissions.ts'
import type { Services } from '../../../../requests/services.ts'
import { emailLine } from '../../../../wire/text-schema.ts'
import { confirmAddress, isAddressConfirmed } from '../../../mail/address-confirmation/server/confirm-address.ts'
import { queueAddressConfirmation } from '../../../mail/address-confirmation/server/queue-address-confirmation.ts'
import { queueMail } from '../../../mail/server/queue-mail.ts'
import { addressCorrectedMail } from './mails/address-corrected.ts'
import { addRemark, correctOrganisationAddress, lockApplication, lockOrganisation } from './queries.ts'

export type Correction =
  | { kind: 'corrected' }
  /** What is wrong with the new address. */
  | { kind: 'invalid'; problem: string }
  /** It is no longer the address that the page showed, or everything about the organisation was erased. */
  | { kind: 'conflict' }

/**
 * Gives the organisation of an application another address, because the first was mistyped. The new one has to be confirmed by its
 * reader; the old one, if it had been confirmed, is told. Links that wait in the old mailbox end. Both addresses stand in the
 * history, which an erasure empties; the log of changes has them masked.
 *
 * @param seen the address that the page showed.
 */
export async function correctAddress(
  services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>,
  input: { applicationId: string; admin: Admin; seen: string; email: string; reason: string },
): Promise<Correction> {
  const { sql, now, brand } = services
  const { applicationId, admin, seen } = input
  const email = emailLine(input.email)
  if (email instanceof type.errors) return { kind: 'invalid', problem: 'Please enter a valid email address' }
  if (normaliseMailAddress(email) === normaliseMailAddress(seen)) {
    return { kind: 'invalid', problem: 'This is the address that is stored' }
  }
  return await sql.begin(async (tx): Promise<Correction> => {
    const [application] = await lockApplication(tx, { applicationId })
    const [organisation] = await lockOrganisation(tx, { applicationId })
    if (!application || !organisation) return { kind: 'conflict' }
    if (organisation.email !== seen || organisation.contact_name === 'Erased') return { kind: 'conflict' }
    const at = now().toISOString()
    await correctOrganisationAddress(tx, { organisationId: organisation.id, email, now: at })
    const said = `The email address was corrected from ${seen} to ${email}: ${input.reason.trim()}`
    await addRemark(tx, {
      applicationId,
      kind: 'note',
      authorId: admin.id,
      authorName: admin.name,
      text: said,
      now: at,
    })
    await recordChange(tx, {
      actor: byPerson(admin),
      subject: { kind: 'application', id: applicationId },
      action: 'address-corrected',
      before: { email: maskEmail(seen) },
      after: { email: maskEmail(email) },
    })
    const asked = await queueAddressConfirmation(tx, { email, reason: 'application' }, services)
    // Nobody presses a button for it any more: what waits goes on now.
    if (asked === 'confirmed') await confirmAddress(tx, email, now())
    if (await isAddressConfirmed(tx, seen)) {
      const { reference, title, contact_name: contactName } = application
      const told = { applicationId, reference, title, contactName, email: seen }
      await queueMail(tx, addressCorrectedMail(told, maskEmail(email), brand), services)
    }
    return { kind: 'corrected' }
  })
}
