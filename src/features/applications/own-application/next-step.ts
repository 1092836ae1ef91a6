import { apiPath } from '#api.ts'
import type { ApplicationState } from '#domain/application-state.ts'
import type { Day, Instant } from '#domain/formats.ts'
import { londonDateOf, longDay } from '#domain/london-time.ts'
import { href } from '#pages.ts'
import { momentWords } from './rules.ts'

/** `button` is null where the applicant has nothing to do, or the way is in an email; `fields` makes it a post. */
type NextStep = {
  text: string
  button: { label: string; href: string; fields?: Record<string, string>; isDownload?: true } | null
}

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
  const appeal = (text: string) => step(text, 'Appeal against this decision', href('appeal', { appId }))
  const apply = (text: string, label: string) => step(text, label, href('apply'))
  const confirm = (by: Instant) =>
    step(
      `Your listing renews soon. Confirm the facts of your entry by ${londonDateOf(by)}.`,
      'Confirm the facts',
      href('confirmFacts', { appId }),
    )
  switch (state.situation) {
    case 'withdrawn':
      return apply('You can apply again at any time.', 'Apply again')
    case 'rejected':
    case 'refused':
      return appealUntil
        ? appeal(`You can appeal until ${londonDateOf(appealUntil)}.`)
        : apply('The time to appeal is over. You can apply again.', 'Apply again')
    case 'suspended':
    case 'revoked':
      return appeal('Our email gives the reason. You can appeal within 30 days of the decision.')
    case 'over':
      if (facts.confirmBy) return confirm(facts.confirmBy)
      return facts.isListed
        ? step(
            'If the event takes place again, enter its next edition: the same entry, with a new date.',
            'Enter the next edition',
            href('confirmFacts', { appId }),
          )
        : apply('Your next event can apply when its date is known.', 'Apply for your next event')
    case 'past':
      return facts.mayChange
        ? step(
            'If the date is wrong or has moved, correct it.',
            'Correct the date',
            href('changeApplication', { appId }),
          )
        : apply('Apply for your next event.', 'Apply for your next event')
    case 'closed':
      return step('Ask us why, and what you need to do.', 'Write to us', href('contact'))
  }
  if (!facts.isConfirmed) {
    const text = 'Open the link that we emailed to you and press its button. Until then nothing is published.'
    return step(text, 'Email me the link again', href('access'), { fields: { application_id: appId } })
  }
  if (facts.isAsked) return waits('A reviewer has a question. Answer it with the link in our email.')
  if (answerUntil)
    return waits(`We intend to refuse. Our email says why: answer with its link by ${momentWords(answerUntil)}.`)
  if (state.situation === 'waiting')
    return waits('A reviewer checks that the application is from the organisation. We email you when it is published.')
  if (state.listing === 'publish')
    return step(
      'Pay for the annual listing. Nothing else has to be paid.',
      'Pay for the annual listing',
      href('listingCheckout', { appId }),
    )
  if (state.listing)
    return step(
      facts.backUntil
        ? `Renew until ${longDay(facts.backUntil)} to bring the entry back. You do not need a new application.`
        : 'Renew to bring the entry back.',
      'Renew the listing',
      href('listingCheckout', { appId }),
    )
  if (facts.isRenewalUnpaid) {
    const text = 'The renewal could not be paid. Check your card: we try again over the next few weeks.'
    return step(text, 'Manage Billing', href('funnelSuccess', { appId }), { fields: {} })
  }
  if (facts.confirmBy) return confirm(facts.confirmBy)
  if (evidence.moreNeeded > 0 || evidence.answered < evidence.wanted) {
    const count = `${evidence.answered} of ${evidence.wanted} requirements are answered.`
    return step(
      evidence.moreNeeded > 0
        ? `${count} We need more for ${evidence.moreNeeded} of them.`
        : `Send your documents, so that they can be checked: ${count}`,
      'Send your documents',
      href('evidence', { appId }),
    )
  }
  if (state.situation === 'active' && number) {
    const file = apiPath('getCertificate', { file: `${number}.pdf` })
    return step('You have nothing more to do for this entry.', 'Download Certificate', file, { isDownload: true })
  }
  return waits(
    answerDue
      ? `Nothing for you to do now. We promise a first answer by ${momentWords(answerDue)}.`
      : 'Nothing for you to do now. We email you when something changes.',
  )
}

const step = (text: string, label: string, href: string, more: Partial<NextStep['button']> = {}): NextStep => ({
  text,
  button: { label, href, ...more },
})
const waits = (text: string): NextStep => ({ text, button: null })
