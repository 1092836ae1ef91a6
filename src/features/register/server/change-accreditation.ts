import { apiPath } from '../../../api.ts'
import type { Transaction } from '../../../database/sql.ts'
import { accreditAfter } from '../../../domain/assurance.ts'
import type { RegisterStatus, Step } from '../../../domain/register-status.ts'
import { href } from '../../../pages.ts'
import type { Services } from '../../../requests/services.ts'
import type { MailDraft } from '../../mail/server/mail-draft.ts'
import { queueMail } from '../../mail/server/queue-mail.ts'
import { type AccreditedEntry, setAccreditation } from './assurance-queries.ts'
import { addHistory } from './queries.ts'

/** Makes a listed entry an accredited one, or the other way round, by a step of the table of states, and tells its organisation. */
export async function changeAccreditation(
  tx: Transaction,
  { entryId, before, step, cause }: { entryId: string; before: RegisterStatus; step: Step; cause: string },
  services: Pick<Services, 'now' | 'brand' | 'env'>,
): Promise<void> {
  const at = services.now().toISOString()
  const [entry] = await setAccreditation(tx, { entryId, status: step.to, at })
  await addHistory(tx, { entryId, at, change: step.change, before, after: step.to, reason: null, cause })
  if (!entry?.email) return
  const to = { name: entry.contact_name ?? '', email: entry.email }
  const mail = step.to === 'active' ? accreditedMail(entry) : unaccreditedMail(entry, services)
  await queueMail(tx, { ...mail, once: `entry-${step.change}:${entryId}:${at}`, to }, services)
}

function accreditedMail({ number, slug, title }: AccreditedEntry): Omit<MailDraft, 'to'> {
  return {
    kind: 'entry-accredited',
    subject: 'Your event is accredited',
    body: [
      {
        kind: 'paragraph',
        text: `${title} is in the public register as accredited, under the number ${number}. Your certificate is ready. You can also show the verification badge: you can download it from the press page, which has the rules for using it.`,
      },
      {
        kind: 'button',
        label: 'Download your certificate',
        href: apiPath('getCertificate', { file: `${number}.pdf` }),
      },
      { kind: 'button', label: 'See the entry', href: href('event', { slug }) },
    ],
  }
}

function unaccreditedMail(
  { number, slug, title }: AccreditedEntry,
  { brand }: Pick<Services, 'brand'>,
): Omit<MailDraft, 'to'> {
  return {
    kind: 'entry-unaccredited',
    subject: `${number}: listed, and no longer accredited`,
    body: [
      {
        kind: 'paragraph',
        text: `What we have checked of ${title} is no longer enough for accreditation. The event stays in the public register as listed, with its assessment under way. It is accredited again ${accreditAfter[brand.accreditAfter].when}.`,
      },
      {
        kind: 'paragraph',
        text: `Please stop using the verification badge and the certificate until then. If you disagree, email ${brand.complianceEmail} and quote ${number}.`,
      },
      { kind: 'button', label: 'See the entry', href: href('event', { slug }) },
    ],
  }
}
