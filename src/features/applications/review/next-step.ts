import { adminHref } from '#admin-pages.ts'
import type { Instant } from '#domain/formats.ts'
import { londonDateOf } from '#domain/london-time.ts'
import type { OpenDecisions } from '#domain/open-decisions.ts'
import type { CaseProgress } from '#features/assessments/cases/server/load-case.ts'
import { barWords } from './rules.ts'

type Facts = {
  id: string
  status: string
  isWithdrawn: boolean
  open: OpenDecisions
  hasProposal: boolean
  isSampleOpen: boolean
  /** Its listing waits for somebody who knows that it is from the organisation. */
  waitsForIdentity: boolean
  /** Of a question that has no answer yet. */
  askedAt: Instant | null
  appeal: { id: string; reference: string } | null
  /** Whether the viewer may open appeals. */
  mayHearAppeals: boolean
  /** Of the latest assessment. */
  progress: CaseProgress | null
}

/** What to do next, for one viewer; without a button somebody else has to do it, or nobody. */
export type NextStep = { text: string; button: { label: string; href: string } | null }

export function nextStep(facts: Facts): NextStep {
  const { id, status, open, appeal } = facts
  if (facts.isWithdrawn) return nobody('The applicant has withdrawn this application.')
  if (appeal)
    return {
      text: `Appeal ${appeal.reference} is open. Someone who had no part in the decision hears it.`,
      button: facts.mayHearAppeals
        ? { label: `Open the appeal ${appeal.reference}`, href: adminHref('adminAppeal', { id: appeal.id }) }
        : null,
    }
  const decide = (label: string) => ({ label, href: adminHref('caseDecision', { id }) })
  if (status === 'submitted') {
    const { approve } = open
    if (approve === 'refused' || approve === 'past')
      return { text: barWords[approve], button: decide('See the decision') }
    const text = facts.askedAt
      ? `The organiser has not answered the question of ${londonDateOf(facts.askedAt)} yet.`
      : 'The application waits to be approved or rejected.'
    return { text, button: decide('Decide on the application') }
  }
  if (status === 'rejected') return nobody('The application was rejected.')
  if (facts.hasProposal)
    return { text: 'The applicant proposed a change.', button: decide('Decide on the proposed change') }
  if (facts.isSampleOpen)
    return { text: 'The company registry approved it. It was sampled.', button: decide('Check the approval') }
  if (facts.waitsForIdentity)
    return { text: 'It is not known whether the organisation itself applies.', button: decide('Confirm the identity') }
  return facts.progress ? nextInAssessment(facts.progress) : nobody('Nothing is waiting here.')
}

function nextInAssessment(progress: CaseProgress): NextStep {
  const { id, status, may, isVoting, toRead, unjudged, overdue, proposedBy } = progress
  const open = (label: string, page: 'assessment' | 'panelCase' = 'assessment') => ({
    label,
    href: adminHref(page, { id }),
  })
  if (may.decide) return { text: `${proposedBy} has proposed an outcome.`, button: open('Decide on the proposal') }
  if (status === 'proposed') return nobody('A second person has to decide on your proposal.')
  if (isVoting) return { text: 'The panel waits for your vote.', button: open('Vote', 'panelCase') }
  if (status === 'panel') return nobody('The panel votes.')
  if (may.closeNotice)
    return { text: 'The time to answer the notice of refusal is over.', button: open('Decide after the notice') }
  if (status === 'notice') return nobody('The applicant can still answer the notice of refusal.')
  if (status === 'open' && toRead > 0)
    return { text: `Documents for ${criteria(toRead)} wait to be read.`, button: open('Read the documents') }
  if (status === 'open' && unjudged === 0)
    return { text: 'Every criterion is judged.', button: open('Propose an outcome') }
  if (status === 'open')
    return {
      text: `${criteria(unjudged)} ${unjudged === 1 ? 'is' : 'are'} not judged yet.`,
      button: open('See documents and criteria'),
    }
  if (overdue > 0)
    return {
      text: overdue === 1 ? 'A condition is overdue.' : `${overdue} conditions are overdue.`,
      button: open('See the conditions'),
    }
  return nobody('Nothing is waiting here.')
}

const nobody = (text: string): NextStep => ({ text, button: null })

function criteria(count: number): string {
  return count === 1 ? '1 criterion' : `${count} criteria`
}
