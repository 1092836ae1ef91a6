import { adminHref } from '#admin-pages.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import type { MailDraft } from '#mail/mail-draft.ts'

/** To the person of the admin area who asked: the organiser has answered. What they wrote stays on the review page. */
export function applicationAnsweredMail(
  asker: MailAddress,
  { id, reference, title }: { id: string; reference: string; title: string },
): MailDraft {
  return {
    kind: 'application-answered',
    causedBy: 'visitor',
    to: asker,
    subject: `Your question on ${reference} has been answered`,
    body: [
      { kind: 'paragraph', text: `Hello ${asker.name},` },
      {
        kind: 'paragraph',
        text: `The organiser of ${title} has answered your question. You can read the answer in the history.`,
      },
      { kind: 'button', label: `Review ${reference}`, href: adminHref('review', { id }) },
    ],
  }
}
