import type { Brand } from '#brand.ts'
import { byPerson, recordChange } from '#database/record-change.ts'
import type { Bar } from '#domain/open-decisions.ts'
import type { Admin } from '#domain/permissions.ts'
import { createAccessLink } from '#features/applications/access/server/create-access-link.ts'
import { addComparison } from '#features/applications/server/compare-officers.ts'
import { applicationApprovedMail } from '#features/applications/server/mails/application-approved.ts'
import { readOpenDecisions } from '#features/applications/server/read-open-decisions.ts'
import { publishIfProven } from '#features/payments/fulfilment/server/publish-listing.ts'
import { appealBlocks, appealLink } from '#mail/appeal-link.ts'
import { waitForAddress } from '#mail/confirm-address.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { applicationWords, type DecidedApplication, greeting } from '#mail/told-application.ts'
import { href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { decide, lockApplication, readStatus, type StatusRow } from './queries.ts'

export type Decision =
  | { kind: 'decided' }
  | { kind: 'not-found' }
  /** Somebody was faster; the decision stays what it is. */
  | { kind: 'decided-before'; decided: StatusRow }
  /** The applicant has corrected it since it was looked at. */
  | { kind: 'changed' }
  /** Something else is in the way: its assessment, its day, or a conflict of interest. */
  | { kind: 'barred'; bar: Exclude<Bar, 'decided' | 'withdrawn'> }

/**
 * Decides a submitted application, once: of two people at once, one decides and the other learns what was decided. The applicant
 * is told by mail, which leaves with the decision or not at all; a rejection's says the reason, an approval's stays with us. What was paid while an approval was
 * being withdrawn is published when the application is approved again. What `openDecisions` bars is not decided.
 */
export async function decideApplication(
  services: Services,
  input: {
    applicationId: string
    decision: 'approved' | 'rejected'
    reason: string | null
    /** The revision that was looked at; null where the caller did not say. */
    revision?: number | null
    admin: Admin
  },
): Promise<Decision> {
  const { sql, now, brand } = services
  const { applicationId, decision, revision = null, admin } = input
  const reason = input.reason?.trim() || null
  const outcome = await sql.begin(async (tx): Promise<boolean | Decision> => {
    await lockApplication(tx, { applicationId })
    const open = (await readOpenDecisions(tx, { applicationId, personId: admin.id }, now()))?.open
    const bar = open?.[decision === 'approved' ? 'approve' : 'reject']
    if (bar && bar !== 'decided' && bar !== 'withdrawn') return { kind: 'barred', bar }
    const [decided] = await decide(tx, {
      applicationId,
      decision,
      revision,
      personId: admin.id,
      personName: admin.name,
      reason,
      now: now().toISOString(),
    })
    if (!decided) return false
    const { decision_id, reference, title, contact_name: contactName, email } = decided
    // What was typed goes to nobody who may be a stranger to it.
    const isConfirmed = await waitForAddress(tx, email)
    const told = {
      applicationId,
      decision: decision_id,
      reference,
      email,
      title: isConfirmed ? title : null,
      contactName: isConfirmed ? contactName : '',
    }
    const mail =
      decision === 'approved'
        ? applicationApprovedMail(told, await createAccessLink(tx, { applicationId, email, now: now() }), brand)
        : applicationRejectedMail(told, reason, appealLink({ appId: applicationId, email }, services.env), brand)
    await queueMail(tx, mail, services)
    await recordChange(tx, {
      actor: byPerson(admin),
      subject: { kind: 'application', id: applicationId },
      action: decision,
      before: { status: 'submitted' },
      after: { status: decision },
    })
    if (decision === 'approved') await publishIfProven(tx, services, applicationId)
    else await addComparison(tx, applicationId)
    return true
  })
  if (outcome === true) return { kind: 'decided' }
  if (outcome !== false) return outcome
  const [decided] = await readStatus(sql, { applicationId })
  if (!decided) return { kind: 'not-found' }
  const isOpen = decided.status === 'submitted' && !decided.is_withdrawn
  return isOpen ? { kind: 'changed' } : { kind: 'decided-before', decided }
}

/**
 * To who has applied: rejected, the reasons where they were given, how to appeal, and the way to apply again.
 *
 * @param link leads to the appeal (`appealLink`).
 */
export function applicationRejectedMail(
  application: DecidedApplication,
  reason: string | null,
  link: string,
  { complianceEmail }: Brand,
): MailDraft {
  const { applicationId, decision, reference, contactName, email } = application
  return {
    kind: 'application-rejected',
    causedBy: 'staff',
    once: `application-decided:${applicationId}:${decision}`,
    to: { name: contactName, email },
    subject: `The decision on your application ${reference}`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      {
        kind: 'paragraph',
        text: `We have reviewed your ${applicationWords(application)}. On the evidence we have, it does not meet our criteria, so we could not approve it.`,
      },
      ...(reason ? [{ kind: 'heading', text: 'Reasons' } as const, { kind: 'paragraph', text: reason } as const] : []),
      {
        kind: 'paragraph',
        text: `To ask ${reason ? 'about them' : 'for the reasons'}, write to ${complianceEmail} and quote ${reference}.`,
      },
      ...appealBlocks(link),
      { kind: 'paragraph', text: 'You can also apply again.' },
      { kind: 'button', label: 'Apply again', href: href('apply') },
    ],
  }
}
