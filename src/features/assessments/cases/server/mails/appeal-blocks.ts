import type { Brand } from '../../../../../brand.ts'
import type { MailDraft } from '../../../../mail/server/mail-draft.ts'

/** Days in which a decision can be appealed against. */
export const appealDays = 30

/** How to appeal, as the mails on decisions against the applicant say it. */
export function appealBlocks(reference: string, { complianceEmail }: Brand): MailDraft['body'] {
  return [
    { kind: 'heading', text: 'How to appeal' },
    {
      kind: 'paragraph',
      text: `You can appeal within ${appealDays} days. Write to ${complianceEmail}, quote ${reference}, and say what you think is wrong. Somebody who had no part in the decision looks at it.`,
    },
  ]
}
