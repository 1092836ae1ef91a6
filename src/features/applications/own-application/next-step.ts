import { apiPath } from '#api.ts'
import type { ApplicationState } from '#domain/application-state.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import { href } from '#pages.ts'
import { momentWords } from './rules.ts'

/** `fields` makes the button a post. */
type NextButton = { label: string; href: string; fields?: Record<string, string>; isDownload?: true }

/** `button` is null where the applicant has nothing to do, or the way is in an email. */
type NextStep = { text: string; button: NextButton | null }

export type NextFacts = {
  appId: string
  state: ApplicationState
  isConfirmed: boolean
  /** A reviewer waits for an answer. */
  isAsked: boolean
  /** Null where nothing can be appealed against. */
  appealUntil: Instant | null
  mayChange: boolean
  /** Of the requirements. */
  evidence: { wanted: number; answered: number; moreNeeded: number }
  /** Until when the applicant can answer a notice of refusal. */
  answerUntil: Instant | null
  isRenewalUnpaid: boolean
  /** Until when a lapsed listing comes back although its event is over; null where there is no such day. */
  backUntil: Day | null
  /** By when the facts are to be confirmed before a renewal; null where nothing is. */
  confirmBy: Instant | null
  /** It is in the register, and its listing is paid. */
  isListed: boolean
  /** By when a first answer is promised; null once it was given. */
  answerDue: Instant | null
  number: string | null
}

/** The one thing that an applicant does next; the other ways are further down its page. */
export function nextStep(facts: NextFacts): NextStep {
  const { appId, state, evidence, number, appealUntil, answerDue, answerUntil } = facts
  const appeal = { label: 'Appeal against this decision', href: href('appeal', { appId }) }
  const apply = (label: string) => ({ label, href: href('apply') })
  switch (state.situation) {
    case 'withdrawn':
      return { text: 'You can apply again at any time.', button: apply('Apply again') }
    case 'rejected':
    case 'refused':
      return appealUntil
        ? { text: `You can appeal until ${londonDateOf(appealUntil)}.`, button: appeal }
        : { text: 'The time to appeal is over. You can apply again.', button: apply('Apply again') }
    case 'suspended':
    case 'revoked':
      return { text: 'Our email gives the reason. You can appeal within 30 days of the decision.', button: appeal }
    case 'over':
      if (facts.confirmBy) return confirmStep(appId, facts.confirmBy)
      if (facts.isListed)
        return {
          text: 'If the event takes place again, enter its next edition: the same entry, with a new date.',
          button: { label: 'Enter the next edition', href: href('confirmFacts', { appId }) },
        }
      return { text: 'Your next event can apply when its date is known.', button: apply('Apply for your next event') }
    case 'past':
      return facts.mayChange
        ? {
            text: 'If the date is wrong or has moved, correct it.',
            button: { label: 'Correct the date', href: href('changeApplication', { appId }) },
          }
        : { text: 'Apply for your next event.', button: apply('Apply for your next event') }
    case 'closed':
      return {
        text: 'Ask us why, and what you need to do.',
        button: { label: 'Write to us', href: href('contact') },
      }
  }
  if (!facts.isConfirmed) {
    return {
      text: 'Open the link that we emailed to you and press its button. Until then nothing is published.',
      button: { label: 'Email me the link again', href: href('access'), fields: { application_id: appId } },
    }
  }
  if (facts.isAsked) return { text: 'A reviewer has a question. Answer it with the link in our email.', button: null }
  if (answerUntil) {
    const by = momentWords(answerUntil)
    return { text: `We intend to refuse. Our email says why: answer with its link by ${by}.`, button: null }
  }
  if (state.situation === 'waiting') {
    return {
      text: 'A reviewer checks that the application is from the organisation. We email you when it is published.',
      button: null,
    }
  }
  if (state.listing) {
    const label = state.listing === 'publish' ? 'Pay for the annual listing' : 'Renew the listing'
    return {
      text:
        state.listing === 'publish'
          ? 'Pay for the annual listing. Nothing else has to be paid.'
          : facts.backUntil
            ? `Renew until ${longDay(facts.backUntil)} to bring the entry back. You do not need a new application.`
            : 'Renew to bring the entry back.',
      button: { label, href: href('listingCheckout', { appId }) },
    }
  }
  if (facts.isRenewalUnpaid) {
    return {
      text: 'The renewal could not be paid. Check your card: we try again over the next few weeks.',
      button: { label: 'Manage Billing', href: href('funnelSuccess', { appId }), fields: {} },
    }
  }
  if (facts.confirmBy) return confirmStep(appId, facts.confirmBy)
  if (evidence.moreNeeded > 0 || evidence.answered < evidence.wanted) {
    const count = `${evidence.answered} of ${evidence.wanted} requirements are answered.`
    return {
      text:
        evidence.moreNeeded > 0
          ? `${count} We need more for ${evidence.moreNeeded} of them.`
          : `Send your documents, so that they can be checked: ${count}`,
      button: { label: 'Send your documents', href: href('evidence', { appId }) },
    }
  }
  if (state.situation === 'active' && number) {
    return {
      text: 'You have nothing more to do for this entry.',
      button: {
        label: 'Download Certificate',
        href: apiPath('getCertificate', { file: `${number}.pdf` }),
        isDownload: true,
      },
    }
  }
  return {
    text: answerDue
      ? `Nothing for you to do now. We promise a first answer by ${momentWords(answerDue)}.`
      : 'Nothing for you to do now. We email you when something changes.',
    button: null,
  }
}

function confirmStep(appId: string, by: Instant): NextStep {
  return {
    text: `Your listing renews soon. Confirm the facts of your entry by ${londonDateOf(by)}.`,
    button: { label: 'Confirm the facts', href: href('confirmFacts', { appId }) },
  }
}
