import { expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { readEnv } from '#env.ts'
import type { CriterionFinding, JudgedCriterion } from '#features/assessments/cases/judged-criteria.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { renderMail } from '#mail/queue-mail.ts'
import {
  assessedAgainMail,
  assessmentDecidedMail,
  conditionOverdueMail,
  evidenceWantedMail,
  refusalNoticeMail,
} from './mails.ts'

const read = readEnv({ PUBLIC_URL: 'https://register.example' })
if ('problems' in read) throw new Error(read.problems.join())
const services = { env: read.env, brand: defaultBrand }

const id = '5f1d3c1e-8c1f-4f0e-9a53-2f6f3f9b6a10'
const summary = {
  assessmentId: id,
  applicationId: id,
  reference: 'BEAA-7QK2M9',
  title: 'Harbour Lights Festival',
  contactName: 'Robin Example',
  email: 'robin@harbour.example',
}

function criterion(name: string, found: Partial<CriterionFinding>): JudgedCriterion {
  const known = {
    criterionId: 'x',
    state: 'received',
    stateReason: '',
    stateAt: '',
    toldAt: null,
    verdict: null,
    basis: null,
    basisOn: null,
    basisText: '',
    hasDocument: false,
    documentUntil: null,
  } as const
  const rest = { score: null, reason: '', note: 'Among ourselves.', judgedByName: '', judgedAt: null, revision: 1 }
  const words = { asked: 'A', why: 'W', good: 'G', rules: [{ level: 'must' as const }] }
  return { id: 'x', name, group: 'safety', level: 'must', ...words, found: { ...known, ...rest, ...found } }
}

const criteria = [
  criterion('Site plan', { state: 'more-needed', stateReason: 'It has no scale.' }),
  criterion('Public liability insurance', { verdict: 'not-met', reason: 'It ends before the event.' }),
  criterion('Event plan', { verdict: 'met' }),
]
const decided = {
  isSafety: false,
  reason: 'The plans do not fit the number of people.',
  conditions: [],
  decidedBy: 'assessors' as const,
  about: 1,
  criteria,
  nextReviewOn: null,
  isApproved: true,
}
const link = '/access/token'
const text = (draft: MailDraft) => renderMail(draft, services).text

test('evidence wanted: the list, what somebody wrote, and the way to the room', () => {
  expect(text(evidenceWantedMail(summary, criteria.slice(0, 1), 'By Friday, please.'))).toMatchSnapshot()
})

test('a notice of refusal: reasons, what is not met, the days and the link', () => {
  const notice = { stepId: 7, reason: decided.reason, criteria, until: '2026-12-06T10:00:00Z', link: '/refusal/token' }
  expect(text(refusalNoticeMail(summary, notice))).toMatchSnapshot()
})

test('decided: accredited with conditions, refused, and refused as a matter of safety', () => {
  const conditions = [{ text: 'Send the signed plan.', due: '2027-01-31' }]
  expect(
    text(
      assessmentDecidedMail(
        summary,
        {
          ...decided,
          outcome: 'accredit-with-conditions',
          conditions,
          nextReviewOn: '2027-11-22',
        },
        link,
      ),
    ),
  ).toMatchSnapshot()
  expect(text(assessmentDecidedMail(summary, { ...decided, outcome: 'refuse' }, link))).toMatchSnapshot()
  expect(text(assessmentDecidedMail(summary, { ...decided, outcome: 'refuse', isSafety: true }, link))).toContain(
    'because of safety',
  )
})

test('a condition that is overdue', () => {
  expect(
    text(conditionOverdueMail(summary, { id, text: 'Send the signed plan.', due: '2027-01-31' })),
  ).toMatchSnapshot()
})

test('what is assessed anew', () => {
  expect(text(assessedAgainMail(summary))).toMatchSnapshot()
  expect(text(assessedAgainMail(summary, { withdrawn: 7 }))).toMatchSnapshot()
})

test('an address that nobody confirmed is told nothing that was typed, and notes are for assessors alone', () => {
  const stranger = { ...summary, title: null, contactName: '' }
  for (const draft of [
    evidenceWantedMail(stranger, criteria, ''),
    refusalNoticeMail(stranger, { stepId: 7, reason: 'R', criteria, until: '2026-12-06T10:00:00Z', link: '/x' }),
    assessmentDecidedMail(stranger, { ...decided, outcome: 'refuse' }, link),
  ]) {
    const said = text(draft)
    for (const typed of ['Harbour', 'Robin', 'Among ourselves']) expect(said).not.toContain(typed)
    expect(draft.subject).toContain('BEAA-7QK2M9')
  }
})
