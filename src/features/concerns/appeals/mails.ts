import { adminHref } from '#admin-pages.ts'
import type { Brand } from '#brand.ts'
import { type AppealedDecision, appealedDecisions } from '#domain/appeals.ts'
import { greeting } from '#mail/application-summary.ts'
import { mail } from '#mail/mail.ts'
import { type AppealOutcome, appealStates, upheldEffects } from './rules.ts'

type Case = { id: string; reference: string; against: AppealedDecision; applicationId: string }

/** Without a name at an address that is not confirmed. @param link to the appeal (`appealLink`). */
type Appellant = { reference: string; name: string; email: string; link: string }

export const appealReceivedMail = (appellant: Appellant, { id, reference, against, applicationId }: Case) =>
  mail('appeal-received', {
    causedBy: 'visitor',
    once: `appeal-received:${id}`,
    application: applicationId,
    to: { name: appellant.name, email: appellant.email },
    subject: `Your appeal ${reference}`,
  })`
    ${greeting({ contactName: appellant.name })}

    We have your appeal.

    | Case number: ${reference}
    | Against: ${appealedDecisions[against]}
    | Application: ${appellant.reference}

    ${appealStates.received.text}

    [See its status](${appellant.link})`

/** For the team. */
export const appealMail = ({ id, reference }: Omit<Case, 'applicationId'>, brand: Brand) =>
  mail('appeal', {
    causedBy: 'visitor',
    once: `appeal:${id}`,
    to: { name: brand.name, email: brand.complianceEmail },
    subject: `Appeal ${reference}`,
  })`
    There is a new appeal. Someone who had no part in the decision must hear it.

    [Open the appeal](${adminHref('adminAppeal', { id })})`

export function appealSettledMail(
  appellant: Appellant,
  { id, reference, against, applicationId }: Case,
  { state, reasons }: { state: AppealOutcome; reasons: string },
  brand: Brand,
) {
  const { label, text } = appealStates[state]
  const isUpheld = state === 'upheld'
  const next = isUpheld
    ? 'We will write to you about the next step. You do not need to do anything unless we ask.'
    : `This appeal is final within our scheme. Questions? Write to ${brand.complianceEmail} and quote ${reference}.`
  return mail('appeal-settled', {
    causedBy: 'staff',
    once: `appeal-settled:${id}`,
    application: applicationId,
    to: { name: appellant.name, email: appellant.email },
    subject: `Your appeal ${reference}: ${label.toLowerCase()}`,
  })`
    ${greeting({ contactName: appellant.name })}

    ${appealedDecisions[against]}: ${text}${isUpheld && ` ${upheldEffects[against]}`}

    # Reasons

    ${reasons}

    ${next}

    [See the appeal](${appellant.link})`
}
