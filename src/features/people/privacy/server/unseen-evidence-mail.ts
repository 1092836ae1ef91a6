import type { Brand } from '#brand.ts'
import { longDay } from '#domain/london-time.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { applicationWords, greeting, type ToldApplication } from '#mail/told-application.ts'
import { href } from '#pages.ts'

/** Before the documents of an application are deleted that nobody has looked at. @param deletedOn the day (YYYY-MM-DD) */
export function unseenEvidenceMail(application: ToldApplication, deletedOn: string, brand: Brand): MailDraft {
  const { applicationId: appId, reference, contactName, email } = application
  const day = longDay(deletedOn)
  return {
    kind: 'evidence-ending',
    causedBy: 'system',
    once: `evidence-ending:${appId}:${deletedOn}`,
    to: { name: contactName, email },
    subject: `We will delete your documents on ${day}`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      {
        kind: 'paragraph',
        text: `On ${day} we will delete all documents that you sent for your ${applicationWords(application)}. Nothing has been paid for it, and our assessors have not started to look at the documents.`,
      },
      { kind: 'paragraph', text: 'To keep them, do one of these before that day:' },
      {
        kind: 'list',
        items: [
          'send another document',
          'pay for the listing, if your application is approved',
          `write to ${brand.complianceEmail} and quote ${reference}`,
        ],
      },
      {
        kind: 'paragraph',
        text: 'We do not delete your application. You can send the documents again later.',
      },
      { kind: 'button', label: 'Open your application', href: href('myApplication', { appId }) },
    ],
  }
}
