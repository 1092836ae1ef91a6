import { appealDays } from '../../../../domain/appeals.ts'
import { href } from '../../../../pages.ts'
import type { MailDraft } from '../../../mail/server/mail-draft.ts'

/** How to appeal, as the mails on decisions against the applicant say it. */
export function appealBlocks(applicationId: string): MailDraft['body'] {
  return [
    { kind: 'heading', text: 'How to appeal' },
    {
      kind: 'paragraph',
      text: `You can appeal within ${appealDays} days. Say what you think is wrong: somebody who had no part in the decision looks at it.`,
    },
    { kind: 'button', label: 'Appeal', href: href('appeal', { appId: applicationId }) },
  ]
}
