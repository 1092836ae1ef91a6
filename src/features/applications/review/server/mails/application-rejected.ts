import type { Brand } from '#brand.ts'
import { appealBlocks } from '#mail/appeal-link.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { applicationWords, type DecidedApplication, greeting } from '#mail/told-application.ts'
import { href } from '#pages.ts'

/**
 * To who has applied: rejected, the reasons where they were given, how to appeal, and the way to apply again.
 *
 * @param link leads to the appeal (`appealLink`).
 */
export function applicationRejectedMail(
  application: DecidedApplication,
  reason: string | null,
  link: string,
  { complianceEmail }: Brand,
): MailDraft {
  const { applicationId, decision, reference, contactName, email } = application
  return {
    kind: 'application-rejected',
    causedBy: 'staff',
    once: `application-decided:${applicationId}:${decision}`,
    to: { name: contactName, email },
    subject: `The decision on your application ${reference}`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      {
        kind: 'paragraph',
        text: `We have reviewed your ${applicationWords(application)}. On the evidence we have, it does not meet our criteria, so we could not approve it.`,
      },
      ...(reason ? [{ kind: 'heading', text: 'Reasons' } as const, { kind: 'paragraph', text: reason } as const] : []),
      {
        kind: 'paragraph',
        text: `To ask ${reason ? 'about them' : 'for the reasons'}, write to ${complianceEmail} and quote ${reference}.`,
      },
      ...appealBlocks(link),
      { kind: 'paragraph', text: 'You can also apply again.' },
      { kind: 'button', label: 'Apply again', href: href('apply') },
    ],
  }
}
