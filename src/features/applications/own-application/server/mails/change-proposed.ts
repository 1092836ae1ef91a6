import { adminHref } from '#admin-pages.ts'
import type { Brand } from '#brand.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { applicationWords, greeting, type ToldApplication } from '#mail/told-application.ts'
import { href } from '#pages.ts'

/** To a confirmed address: what its applicant wants changed, and that nothing has changed yet. */
export function changeProposedMail(
  application: ToldApplication,
  proposal: string,
  now: string,
  changes: string[],
): MailDraft {
  const { applicationId, reference, contactName, email } = application
  return {
    kind: 'change-proposed',
    causedBy: 'visitor',
    once: `change-proposed:${proposal}:${now}`,
    to: { name: contactName, email },
    subject: `We have the change that you propose for ${reference}`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      { kind: 'paragraph', text: `You propose this change of your ${applicationWords(application)}:` },
      { kind: 'list', items: changes },
      {
        kind: 'paragraph',
        text: 'Nothing has changed yet. A reviewer accepts or refuses it, and we will email you. The register shows the old facts until then. What you paid stays paid.',
      },
      { kind: 'button', label: 'See your application', href: href('myApplication', { appId: applicationId }) },
      { kind: 'paragraph', text: 'If you did not ask for this change, please tell us at once.' },
    ],
  }
}

/** To the team: a change waits for a decision. It holds nothing that was typed. */
export function changeToDecideMail(
  { applicationId, reference }: ToldApplication,
  proposal: string,
  now: string,
  brand: Pick<Brand, 'name' | 'complianceEmail'>,
): MailDraft {
  return {
    kind: 'change-to-decide',
    causedBy: 'visitor',
    once: `change-to-decide:${proposal}:${now}`,
    to: { name: brand.name, email: brand.complianceEmail },
    subject: `To decide: a proposed change of ${reference}`,
    body: [
      {
        kind: 'paragraph',
        text: 'The applicant proposes a change of an approved event. Nothing changes before you accept it.',
      },
      { kind: 'button', label: 'Decide on the change', href: adminHref('review', { id: applicationId }) },
    ],
  }
}

/** To a confirmed address: what was decided on a change, and why. */
export function changeDecidedMail(
  application: ToldApplication,
  proposal: string,
  { isAccepted, reason }: { isAccepted: boolean; reason: string },
): MailDraft {
  const { applicationId, reference, contactName, email } = application
  return {
    kind: 'change-decided',
    causedBy: 'staff',
    once: `change-decided:${proposal}`,
    to: { name: contactName, email },
    subject: `The change that you proposed for ${reference} was ${isAccepted ? 'accepted' : 'refused'}`,
    body: [
      { kind: 'paragraph', text: greeting(application) },
      {
        kind: 'paragraph',
        text: isAccepted
          ? `A reviewer has accepted the change of your ${applicationWords(application)}. If your event is in the register, the register shows it now. Some criteria may be checked again.`
          : `A reviewer has refused the change of your ${applicationWords(application)}. Nothing has changed.`,
      },
      { kind: 'paragraph', text: reason },
      { kind: 'button', label: 'See your application', href: href('myApplication', { appId: applicationId }) },
    ],
  }
}
