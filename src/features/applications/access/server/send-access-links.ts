import { takeRateLimit } from '#database/rate-limit.ts'
import { isMailAddress, mailboxKey } from '#domain/mail-address.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { accessLinkDays, createAccessLink } from './create-access-link.ts'
import { type AskedApplication, listAccessApplications } from './queries.ts'

/** What links are asked for: one application, or every one of an address. */
type Asked = { applicationId: string } | { email: string }

/** How often one visitor may ask. */
export const perVisitor = { name: 'access-link', points: 6, seconds: 600 }
/** What one address is written at most, whoever asks. */
const perAddress = { name: 'access-link-address', points: 3, seconds: 3600 }
/** Writing links and a mail takes some ten milliseconds, finding nothing takes two: either is answered after this long. */
export const evenMs = 150

/**
 * Mails links to the address on file of what is asked for. Nothing that a caller sees tells whether there is such an application
 * or address, or whether it has had enough mails; nor does the time that the answer takes.
 *
 * @param asked null for nothing that is known.
 */
export async function sendAccessLinks(
  services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>,
  asked: Asked | null,
): Promise<void> {
  await Promise.all([mailWhereKnown(services, asked), Bun.sleep(evenMs)])
}

async function mailWhereKnown(services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>, asked: Asked | null) {
  const applications = await applicationsOf(services, asked)
  const email = applications[0]?.email
  if (!email || (await takeRateLimit(services.sql, perAddress, Bun.hash(mailboxKey(email)).toString(36))) !== null)
    return
  await mailLinks(services, applications)
}

async function applicationsOf({ sql }: Pick<Services, 'sql'>, asked: Asked | null): Promise<AskedApplication[]> {
  if (!asked) return []
  if ('applicationId' in asked)
    return await listAccessApplications(sql, { applicationId: asked.applicationId, email: null })
  return isMailAddress(asked.email)
    ? await listAccessApplications(sql, { applicationId: null, email: asked.email })
    : []
}

async function mailLinks(
  services: Pick<Services, 'sql' | 'now' | 'brand' | 'env'>,
  applications: AskedApplication[],
): Promise<void> {
  const { email } = applications[0]!
  await services.sql.begin(async (transaction) => {
    const links = await Promise.all(
      applications.map(async ({ application_id: applicationId, reference }) => ({
        reference,
        href: await createAccessLink(transaction, { applicationId, email, now: services.now() }),
      })),
    )
    await queueMail(transaction, accessLinkMail(email, links, accessLinkDays), services)
  })
}

type AccessLink = { reference: string; href: string }

/**
 * The links that somebody has asked for, to the organisation's own address. It repeats nothing that was typed, for that address need not
 * be the applicant's.
 */
function accessLinkMail(email: string, links: AccessLink[], days: number): MailDraft {
  const one = links.length === 1
  return {
    kind: 'access-link',
    causedBy: 'visitor',
    to: { name: '', email },
    subject: one ? `Your link to application ${links[0]!.reference}` : 'Your links to your applications',
    body: [
      { kind: 'paragraph', text: 'Hello,' },
      {
        kind: 'paragraph',
        text: `You asked to continue your ${one ? 'application' : 'applications'} in another browser. ${one ? 'This link works' : 'Each link works'} once, within ${days} days.`,
      },
      ...links.map(({ reference, href }) => ({
        kind: 'button' as const,
        label: `Continue with ${reference}`,
        href,
      })),
      {
        kind: 'paragraph',
        text: 'If you did not ask for this, ignore this email. Do not forward it to anyone.',
      },
    ],
  }
}
