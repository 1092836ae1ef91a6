import { type } from 'arktype'
import type { Brand } from '#brand.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import { maskEmail, normaliseMailAddress } from '#domain/mail-address.ts'
import { confirmAddress, isAddressConfirmed } from '#mail/confirm-address.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueAddressConfirmation } from '#mail/queue-address-confirmation.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { ToldApplication } from '#mail/told-application.ts'
import { answer, formCommand } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { emailLine, paragraphs } from '#wire/text-schema.ts'
import { reasonLimit } from '../rules.ts'
import { correctOrganisationAddress, lockApplication, lockOrganisation } from './queries.ts'
import { addRemark } from './remark-queries.ts'
import { refused, reviewParams } from './work-on-application.ts'

/**
 * Gives the organisation of an application another address, because the first was mistyped. The new one has to be confirmed by its
 * reader; the old one, if it had been confirmed, is told. Links that wait in the old mailbox end. Both addresses stand in the
 * history, which an erasure empties; the log of changes has them masked. `seen` is the address that the page showed.
 */
export const correctAddress = formCommand({
  permission: 'review',
  params: reviewParams,
  schema: type({
    seen: type('string').default(''),
    email: emailLine,
    why: paragraphs(reasonLimit, 'Give the reason for the correction'),
  }),
  run: async ({ params: { id: applicationId }, input: { seen, email, why }, admin, services }) => {
    const { sql, now, brand } = services
    if (normaliseMailAddress(email) === normaliseMailAddress(seen)) {
      const message = 'This is the address that is stored'
      return failure('invalid', message, { fields: [{ field: 'email', message }] })
    }
    return await sql.begin(async (tx) => {
      const [application] = await lockApplication(tx, { applicationId })
      const [organisation] = await lockOrganisation(tx, { applicationId })
      if (!application || !organisation) return refused('address-changed')
      if (organisation.email !== seen || organisation.contact_name === 'Erased') return refused('address-changed')
      const at = now().toISOString()
      await correctOrganisationAddress(tx, { organisationId: organisation.id, email, now: at })
      const said = `The email address was corrected from ${seen} to ${email}: ${why}`
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
      return answer(null)
    })
  },
})

/** To a confirmed address that an organisation no longer has: what was changed, and whom to ask. `masked` hints at the new address. */
function addressCorrectedMail(application: ToldApplication, masked: string, brand: Brand): MailDraft {
  const { reference, title, contactName, email } = application
  return {
    kind: 'address-corrected',
    causedBy: 'staff',
    to: { name: contactName, email },
    subject: `The email address of your application ${reference} has been changed`,
    body: [
      { kind: 'paragraph', text: `Hello ${contactName},` },
      {
        kind: 'paragraph',
        text: `While we reviewed the application for ${title}, we changed the email address of its organisation to ${masked}. We have emailed that address to confirm it, and will send all further emails there.`,
      },
      {
        kind: 'paragraph',
        text: `If you did not ask for this, email ${brand.complianceEmail} at once and quote ${reference}.`,
      },
    ],
  }
}
