import type { MailDraft } from '#mail/mail-draft.ts'
import { applicationWords, greeting, type ToldApplication } from '#mail/told-application.ts'

/** To who has applied: what the reviewer needs to know, and the page that takes one answer. `link` is a path of this site. */
export function applicationQuestionMail(
  application: ToldApplication,
  question: string,
  link: string,
  days: number,
): MailDraft {
  const { reference, contactName, email } = application
  return {
    kind: 'application-question',
    causedBy: 'staff',
    to: { name: contactName, email },
    subject: `A question about your application ${reference}`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      {
        kind: 'paragraph',
        text: `Before we can decide on your ${applicationWords(application)}, we need to know more:`,
      },
      { kind: 'paragraph', text: question },
      { kind: 'button', label: 'Answer the question', href: link },
      { kind: 'paragraph', text: `You can answer once. The link works for ${days} days.` },
    ],
  }
}
