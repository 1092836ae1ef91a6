import type { MailDraft } from '#mail/mail-draft.ts'
import { href } from '#pages.ts'

/** Tells the holder of a new key where they see its use and can revoke it. Nobody has proved the address, so nothing typed stands here. */
export function keyMail(email: string, { ending, token }: { ending: string; token: string }): MailDraft {
  return {
    kind: 'api-key',
    causedBy: 'visitor',
    to: { name: '', email },
    subject: 'Your API key',
    body: [
      {
        kind: 'paragraph',
        text: `Someone, probably you, asked us for an API key with this email address. The key ends in ${ending}. We showed it once and cannot show it again.`,
      },
      { kind: 'paragraph', text: 'Use this link to see how often the key is used, or to revoke it. Keep this email.' },
      { kind: 'button', label: 'See or revoke the key', href: href('apiKey', { token }) },
      { kind: 'paragraph', text: 'If you did not ask for a key, use the link to revoke it.' },
    ],
  }
}
