import { takeRateLimit } from '#database/rate-limit.ts'
import { mailboxKey } from '#domain/mail-address.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { accessLinkDays, createAccessLink } from './create-access-link.ts'

type Needed = Pick<Services, 'sql' | 'now' | 'brand' | 'env'>
/** An application that is still being written, and the email address among its answers. */
type LinkedDraft = { draftId: string; email: string }

/** What one address is written at most, whoever asks. */
const perAddress = { name: 'draft-link-address', points: 3, seconds: 3600 }

/**
 * Mails a link that gives another browser, once, the cookie of an unfinished application.
 *
 * @returns seconds to wait when the address has had enough of them, otherwise null.
 */
export async function sendDraftLink(services: Needed, { draftId, email }: LinkedDraft): Promise<number | null> {
  const wait = await takeRateLimit(services.sql, perAddress, Bun.hash(mailboxKey(email)).toString(36))
  if (wait !== null) return wait
  await services.sql.begin(async (transaction) => {
    const href = await createAccessLink(transaction, { draftId, email, now: services.now() })
    await queueMail(transaction, draftLinkMail(email, href, accessLinkDays), services)
  })
  return null
}

/**
 * The link to an application that is still being written. It repeats nothing that was typed: the address may not be the
 * writer's own.
 */
function draftLinkMail(email: string, href: string, days: number): MailDraft {
  return {
    kind: 'draft-link',
    causedBy: 'visitor',
    to: { name: '', email },
    subject: 'Your link to continue your application',
    body: [
      { kind: 'paragraph', text: 'Hello,' },
      {
        kind: 'paragraph',
        text: `You asked to continue your application for accreditation on another device. Open this email on that device. The link works once, within ${days} days.`,
      },
      { kind: 'button', label: 'Continue your application', href },
      {
        kind: 'paragraph',
        text: 'If you did not ask for this, someone typed your address by mistake. Ignore this email, and do not forward it to anyone.',
      },
    ],
  }
}
