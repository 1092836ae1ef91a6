import { adminHref } from '#admin-pages.ts'
import type { Brand } from '#brand.ts'
import { type AppealedDecision, appealedDecisions } from '#domain/appeals.ts'
import type { MailBlock, MailDraft } from '#mail/mail-draft.ts'
import { type AppealOutcome, appealStates, upheldEffects } from '../rules.ts'
import type { AppellantRow } from './queries.ts'

type Case = { id: string; reference: string; against: AppealedDecision }
const paragraph = (text: string): MailBlock => ({ kind: 'paragraph', text })

function toApplicant({ contact_name: name, email }: AppellantRow, subject: string) {
  return { to: { name, email }, subject, greeting: paragraph(name ? `Hello ${name},` : 'Hello,') }
}

/** Who has applied, and the way to the appeal (`appealLink`). */
type Told = AppellantRow & { link: string }

/** To who has applied: the appeal has arrived, and what becomes of it. */
export function appealReceivedMail(appellant: Told, { id, reference, against }: Case): MailDraft {
  const subject = `Your appeal ${reference}`
  const { greeting, ...mail } = toApplicant(appellant, subject)
  return {
    ...mail,
    kind: 'appeal-received',
    causedBy: 'visitor',
    once: `appeal-received:${id}`,
    body: [
      greeting,
      paragraph('We have your appeal.'),
      {
        kind: 'facts',
        facts: [
          { term: 'Case number', details: reference },
          { term: 'Against', details: appealedDecisions[against] },
          { term: 'Application', details: appellant.reference },
        ],
      },
      paragraph(appealStates.received.text),
      { kind: 'button', label: 'See its status', href: appellant.link },
    ],
  }
}

/** Tells the team. */
export function appealMail({ id, reference }: Case, brand: Brand): MailDraft {
  return {
    kind: 'appeal',
    causedBy: 'visitor',
    once: `appeal:${id}`,
    to: { name: brand.name, email: brand.complianceEmail },
    subject: `Appeal ${reference}`,
    body: [
      paragraph('There is a new appeal. Someone who had no part in the decision must hear it.'),
      { kind: 'button', label: 'Open the appeal', href: adminHref('adminAppeal', { id }) },
    ],
  }
}

/** To who has applied: how the appeal has ended, why, and what follows. */
export function appealSettledMail(
  appellant: Told,
  { id, reference, against }: Case,
  { state, reasons }: { state: AppealOutcome; reasons: string },
  brand: Brand,
): MailDraft {
  const { label, text } = appealStates[state]
  const subject = `Your appeal ${reference}: ${label.toLowerCase()}`
  const { greeting, ...mail } = toApplicant(appellant, subject)
  return {
    ...mail,
    kind: 'appeal-settled',
    causedBy: 'staff',
    once: `appeal-settled:${id}`,
    body: [
      greeting,
      paragraph(`${appealedDecisions[against]}: ${text}${state === 'upheld' ? ` ${upheldEffects[against]}` : ''}`),
      { kind: 'heading', text: 'Reasons' },
      paragraph(reasons),
      paragraph(
        state === 'upheld'
          ? 'We will write to you about the next step. You do not need to do anything unless we ask.'
          : `This appeal is final within our scheme. Questions? Write to ${brand.complianceEmail} and quote ${reference}.`,
      ),
      { kind: 'button', label: 'See the appeal', href: appellant.link },
    ],
  }
}
