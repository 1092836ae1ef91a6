import { howToAppeal } from '../../../../domain/appeals.ts'
import type { MailDraft } from '../../../mail/server/mail-draft.ts'

/**
 * How to appeal, as the mails on decisions against the applicant say it.
 *
 * @param link leads straight to the appeal (`appealLink`).
 */
export function appealBlocks(link: string): MailDraft['body'] {
  return [
    { kind: 'heading', text: 'How to appeal' },
    { kind: 'paragraph', text: howToAppeal },
    { kind: 'button', label: 'Appeal', href: link },
  ]
}
