import { applicationStatusLabel } from '#domain/application-state.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { applicationWords, greeting, type ToldApplication } from '#mail/told-application.ts'

/**
 * To a confirmed address: what its applicant has corrected.
 *
 * @param reviewedAgain its approval has ended, because of what was `changed`, or because the company register no longer confirms it. @param link works once, in whatever browser the mail is read.
 */
export function applicationChangedMail(
  application: ToldApplication & { revision: number },
  changes: string[],
  reviewedAgain: { changed: string[] } | null,
  link: string,
): MailDraft {
  const { applicationId, revision, reference, contactName, email } = application
  return {
    kind: 'application-changed',
    causedBy: 'visitor',
    once: `application-changed:${applicationId}:${revision}`,
    to: { name: contactName, email },
    subject: `Your application ${reference} has been corrected`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      { kind: 'paragraph', text: `This was changed in your ${applicationWords(application)}:` },
      { kind: 'list', items: changes },
      ...(reviewedAgain
        ? [
            {
              kind: 'paragraph' as const,
              text:
                reviewedAgain.changed.length > 0
                  ? `Your approval was for what you sent before. You have changed: ${reviewedAgain.changed.join(', ')}. So your application is “${applicationStatusLabel('submitted')}” again, and a reviewer decides. You cannot pay for the listing before that.`
                  : 'It was approved because the company registry confirmed your company. It no longer does, so a reviewer will look at your application.',
            },
          ]
        : []),
      { kind: 'button', label: 'See your application', href: `${link}?to=status` },
      { kind: 'paragraph', text: 'If you did not make these changes, please tell us at once.' },
    ],
  }
}

/** To a confirmed address that the applicant has exchanged for another one. `masked` hints at the new one. */
export function addressExchangedMail(application: ToldApplication, masked: string, complianceEmail: string): MailDraft {
  const { reference, contactName, email } = application
  return {
    kind: 'address-exchanged',
    causedBy: 'visitor',
    to: { name: contactName, email },
    subject: `The email address of your application ${reference} has been changed`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      {
        kind: 'paragraph',
        text: `Someone who can act for your ${applicationWords(application)} has changed its email address to ${masked}. We will send all further emails there.`,
      },
      {
        kind: 'paragraph',
        text: `If you did not ask for this, email ${complianceEmail} at once and quote ${reference}.`,
      },
    ],
  }
}
