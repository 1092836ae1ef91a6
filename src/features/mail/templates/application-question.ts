import type { MailDraft } from '../mail-draft.ts'
import type { ToldApplication } from './decided-application.ts'

/** To who has applied: what the reviewer needs to know, and the page that takes one answer. `link` is a path of this site. */
export function applicationQuestionMail(
  { reference, title, contactName, email }: ToldApplication,
  question: string,
  link: string,
  days: number,
): MailDraft {
  return {
    kind: 'application-question',
    to: { name: contactName, email },
    subject: `A question about your application ${reference}`,
    body: [
      { kind: 'paragraph', text: `Hello ${contactName},` },
      { kind: 'paragraph', text: `Before we can decide on your application for ${title}, we need to know more:` },
      { kind: 'paragraph', text: question },
      { kind: 'button', label: 'Answer the question', href: link },
      { kind: 'paragraph', text: `The link takes one answer and works for ${days} days.` },
    ],
  }
}
