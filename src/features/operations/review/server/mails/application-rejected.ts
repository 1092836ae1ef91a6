import type { Brand } from '../../../../../brand.ts'
import { href } from '../../../../../pages.ts'
import {
  applicationWords,
  type DecidedApplication,
  greeting,
} from '../../../../applications/server/mails/application-approved.ts'
import type { MailDraft } from '../../../../mail/server/mail-draft.ts'

/**
 * To who has applied: rejected, whom to ask, and the way to apply again. The reason that the reviewer recorded is kept with the
 * decision and not sent: the form that takes it does not say that it would be.
 */
export function applicationRejectedMail(application: DecidedApplication, brand: Brand): MailDraft {
  const { applicationId, decision, reference, contactName, email } = application
  return {
    kind: 'application-rejected',
    once: `application-decided:${applicationId}:${decision}`,
    to: { name: contactName, email },
    subject: `The decision on your application ${reference}`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      {
        kind: 'paragraph',
        text: `We have reviewed your ${applicationWords(application)}. On the evidence that we have, it does not meet our criteria, and we could not approve it.`,
      },
      {
        kind: 'paragraph',
        text: `To ask for the reasons, or to tell us of something that we have missed, write to ${brand.complianceEmail} and quote ${reference}. You are welcome to apply again.`,
      },
      { kind: 'button', label: 'Apply again', href: href('apply') },
    ],
  }
}
