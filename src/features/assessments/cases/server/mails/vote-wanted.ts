import { adminHref } from '#admin-pages.ts'
import type { MailAddress } from '#domain/mail-address.ts'
import type { MailDraft } from '#mail/mail-draft.ts'

/** To a member of a panel: a vote is wanted. */
export function voteWantedMail(
  member: MailAddress,
  { assessmentId, referralId, reference }: { assessmentId: string; referralId: number; reference: string },
): MailDraft {
  return {
    kind: 'panel-vote-wanted',
    causedBy: 'staff',
    once: `panel-vote-wanted:${referralId}:${member.email}`,
    to: member,
    subject: `Please vote on ${reference}`,
    body: [
      { kind: 'paragraph', text: `Hello ${member.name},` },
      {
        kind: 'paragraph',
        text: 'You are a member of the panel that decides this assessment. Read the findings, say whether you have a conflict of interest, and vote with your reasons.',
      },
      { kind: 'button', label: `Vote on ${reference}`, href: adminHref('panelCase', { id: assessmentId }) },
    ],
  }
}
