import type { ApplicationState } from '#domain/application-state.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { daysWords, type Median } from '#domain/median.ts'
import type { OwnRow } from './queries.ts'

/** In their order. */
const titles = {
  submitted: 'Application sent',
  identity: 'Identity confirmed',
  eligibility: 'Whether you can be listed',
  listing: 'Annual listing paid',
  published: 'Entry published',
  evidence: 'Evidence sent',
  assessment: 'Assessment',
  decision: 'Decision of the assessment',
}
export type StepId = keyof typeof titles

export type Step = {
  id: StepId
  title: string
  /** `ended`: without its result. */
  state: 'done' | 'current' | 'later' | 'ended'
  at: Instant | null
  text: string
  waitsFor: 'you' | 'us' | null
  /** Null where nothing is promised and too little is known. */
  expected: Instant | null
}

export type StepFacts = Pick<OwnRow, 'submittedAt' | 'confirmedAt' | 'isAsked' | 'paidAt' | 'publishedAt'> & {
  state: ApplicationState
  withdrawnAt: Instant | null
  decision: { kind: 'approved' | 'rejected'; at: string; isByRegistry: boolean } | null
  answerDue: Instant
  /** '£49 a year', with what is to be said of VAT. */
  listingPrice: string
  /** Of requirements; `moreNeeded`: more was asked for. */
  evidence: { wanted: number; answered: number; moreNeeded: number; sentAt: string | null; deletedAt: string | null }
  assessment: {
    status: 'open' | 'proposed' | 'panel' | 'notice' | 'decided'
    outcome: 'accredit' | 'accredit-with-conditions' | 'refuse' | null
    decidedAt: string | null
    answerUntil: string | null
  }
  medians: { decision: Median | null; assessment: Median | null }
  promisedHours: number
  now: Date
}

type StepWords = Pick<Step, 'state' | 'text'> & Partial<Step>

const done = (at: Instant | null, text: string): StepWords => ({ state: 'done', at, text })
const current =
  (waitsFor: 'you' | 'us') =>
  (text: string, expected: Instant | null = null): StepWords => ({ state: 'current', waitsFor, expected, text })
const yourTurn = current('you')
const ourTurn = current('us')
const later = (text: string): StepWords => ({ state: 'later', text })

export function stepsOf(facts: StepFacts): Step[] {
  const isOver = facts.withdrawnAt !== null || facts.state.situation === 'rejected'
  const said: Record<StepId, StepWords> = {
    submitted: done(facts.submittedAt, 'We have your application.'),
    identity: identity(facts),
    eligibility: eligibility(facts),
    listing: listing(facts),
    published: published(facts),
    evidence: evidence(facts),
    assessment: assessment(facts),
    decision: decision(facts),
  }
  const all = (Object.keys(titles) as StepId[]).map((id) => ({
    at: null,
    waitsFor: null,
    expected: null,
    title: titles[id],
    ...said[id],
    id,
  }))
  return isOver ? all.filter(({ id, state }) => state === 'done' || (id === 'eligibility' && state === 'ended')) : all
}

function identity({ confirmedAt, submittedAt, state }: StepFacts): StepWords {
  if (!confirmedAt)
    return yourTurn(
      'We have emailed you a link. Open it and press the button to confirm that the address is yours. If you did not receive it, ask for another one:',
    )
  if (state.situation === 'waiting')
    return ourTurn('Your address is confirmed. A reviewer will check that you can apply for this organisation.')
  const at = confirmedAt > submittedAt ? confirmedAt : submittedAt
  return done(at, 'Your email address is confirmed.')
}

function eligibility(facts: StepFacts): StepWords {
  const { decision, withdrawnAt, isAsked, promisedHours, answerDue, medians, now } = facts
  if (withdrawnAt)
    return { state: 'ended', title: 'Withdrawn', at: withdrawnAt, text: 'You have withdrawn the application.' }
  if (decision?.kind === 'rejected') {
    return {
      state: 'ended',
      at: decision.at,
      text: 'Not approved. The reason and how to appeal are above, and in our email.',
    }
  }
  if (decision) {
    const by = decision.isByRegistry ? 'The company registry has confirmed your company' : 'A reviewer has looked at it'
    return done(decision.at, `${by}: your application is approved.`)
  }
  if (isAsked) return yourTurn('A reviewer has a question. Use the link in our email to answer it.')
  const promise = `We promise a first answer, a decision or a question, within ${promisedHours} office hours (Monday to Friday, 9:00 AM to 5:30 PM).`
  const apology = answerDue < now.toISOString() ? ' We are late: please accept our apology, or call us.' : ''
  const title = 'We are deciding whether you can be listed'
  return { ...ourTurn(`${promise}${apology}${usual(medians.decision, 'decisions')}`, answerDue), title }
}

function usual(median: Median | null, what: string): string {
  return median ? ` Half of the ${what} of the last twelve months took ${daysWords(median.days)} or less.` : ''
}

function listing({ paidAt, state, listingPrice }: StepFacts): StepWords {
  if (state.listing === 'renew') {
    return yourTurn(`The listing has lapsed. Renewed, it costs ${listingPrice}.`)
  }
  if (paidAt) return done(paidAt, 'You have nothing more to pay for it.')
  if (state.listing) return yourTurn(`It costs ${listingPrice}, and publishes your event.`)
  return later(`${listingPrice}, once your application is approved.`)
}

function published({ publishedAt, paidAt }: StepFacts): StepWords {
  if (publishedAt) return done(publishedAt, 'Your event is in the public register.')
  if (paidAt) return ourTurn('At once, when it is known who applies.')
  return later('At once, when the listing is paid and it is known who applies.')
}

function evidence({ evidence: { wanted, answered, moreNeeded, sentAt, deletedAt }, assessment }: StepFacts): StepWords {
  const count = `${answered} of ${wanted} ${wanted === 1 ? 'requirement' : 'requirements'} answered.`
  if (assessment.status === 'decided') return done(sentAt, count)
  if (deletedAt) {
    const deleted = `We deleted your documents on ${londonDateOf(deletedAt)}. You can send them again.`
    return yourTurn(`${count} ${deleted}`)
  }
  if (moreNeeded > 0) {
    return yourTurn(`${count} We need more for ${moreNeeded} of them: the evidence room says what.`)
  }
  if (answered >= wanted) return done(sentAt, count)
  return yourTurn(`${count} You can send documents at any time.`)
}

function assessment({ assessment: { status, decidedAt, answerUntil }, evidence: { answered } }: StepFacts): StepWords {
  if (status === 'decided') return done(decidedAt, 'Every criterion that applies was judged.')
  if (status === 'notice')
    return yourTurn('We intend to refuse, and our email says why. You may answer by the link in it.', answerUntil)
  if (status !== 'open') return ourTurn('We check the criteria. Someone else makes the decision.')
  return answered > 0
    ? ourTurn('An assessor reads what you have sent.')
    : later('An assessor reads your documents once you have sent them.')
}

const outcomes = {
  accredit: 'The assessment has ended with accreditation.',
  'accredit-with-conditions': 'The assessment has ended with accreditation under conditions.',
  refuse: 'The assessment has ended without accreditation. The reasons are at the top of this page.',
}

function decision({ assessment: { outcome, decidedAt }, medians, submittedAt }: StepFacts): StepWords {
  if (outcome) return { state: outcome === 'refuse' ? 'ended' : 'done', at: decidedAt, text: outcomes[outcome] }
  const median = medians.assessment
  const expected = median && new Date(Date.parse(submittedAt) + median.days * 86_400_000).toISOString()
  return {
    state: 'later',
    expected,
    text: `Two people decide, or a panel.${usual(median, 'assessments, counted from the application,')}`,
  }
}
