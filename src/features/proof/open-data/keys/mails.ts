import { mail } from '#mail/mail.ts'
import { href } from '#pages.ts'

/** Nobody has proved the address, so nothing typed is in it. */
export const keyMail = (email: string, { ending, token }: { ending: string; token: string }) =>
  mail('api-key', { causedBy: 'visitor', to: { name: '', email }, subject: 'Your API key' })`
    Someone, probably you, asked us for an API key with this email address. The key ends in ${ending}. We showed it once and cannot show it again.

    Use this link to see how often the key is used, or to revoke it. Keep this email.

    [See or revoke the key](${href('apiKey', { token })})

    If you did not ask for a key, use the link to revoke it.`
