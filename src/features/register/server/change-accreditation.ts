import type { Brand } from '#brand.ts'
import type { Transaction } from '#database/sql.ts'
import type { RegisterStatus, Step } from '#domain/register-status.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { Services } from '#requests/services.ts'
import { accreditedMail, type MailHead, refusedMail, reopenedMail, unaccreditedMail } from '../mails.ts'
import { type AccreditedEntry, setAccreditation } from './assurance-queries.ts'
import { addHistory } from './queries.ts'

export async function changeAccreditation(
  tx: Transaction,
  { entryId, before, step, cause }: { entryId: string; before: RegisterStatus; step: Step; cause: string },
  services: Pick<Services, 'now' | 'brand' | 'env'>,
): Promise<void> {
  const at = services.now().toISOString()
  const reason = step.to === 'refused' ? refusedReason : null
  const [entry] = await setAccreditation(tx, { entryId, status: step.to, reason, at })
  await addHistory(tx, { entryId, at, change: step.change, before, after: step.to, reason, cause })
  if (!entry?.email) return
  const head = {
    to: { name: entry.contactName ?? '', email: entry.email },
    once: `entry-${step.change}:${entryId}:${at}`,
  }
  await queueMail(tx, mailOf(step, entry, before, services.brand, head), services)
}

/** Public. The reasons are between the applicant and us. */
const refusedReason = 'It was assessed against the criteria, and does not meet what an accreditation asks for.'

function mailOf({ to, change }: Step, entry: AccreditedEntry, before: RegisterStatus, brand: Brand, head: MailHead) {
  if (to === 'active') return accreditedMail(entry, head)
  if (to === 'refused') return refusedMail(entry, before === 'active', brand, head)
  return change === 'reopened' ? reopenedMail(entry, brand, head) : unaccreditedMail(entry, brand, head)
}
