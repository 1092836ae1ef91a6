import { expect, test } from 'bun:test'
import { type AnswerFacts, lookedUpWords, nextDate, registerAnswer } from './register-answer.ts'
import { registerStatusNames } from './register-status.ts'

const validUntil = '2027-11-22T23:59:59.999Z'
/** In London the next day has begun. */
const ended = { at: '2026-07-12T23:30:00.000Z', isForDocuments: false }
const level = { assurance: 'evidence', assuredOn: '2026-05-03' } as const
const coming = { ...level, validUntil, ended: null, date: '2027-03-06', isPast: false }
const over = { date: '2026-08-23', isPast: true }
const isOver = ' The event is over: its date was 23 August 2026.'

const answers: [Partial<AnswerFacts> & Pick<AnswerFacts, 'status'>, string][] = [
  [{ status: 'active' }, 'Currently accredited: documents checked on 3 May 2026. Valid until 22 November 2027.'],
  [
    { status: 'active', validUntil: null },
    'Currently accredited: documents checked on 3 May 2026. It has no end date.',
  ],
  [
    { status: 'active', date: null, assurance: 'declared', assuredOn: null },
    'Currently accredited: declared, no documents checked. Valid until 22 November 2027.',
  ],
  [{ status: 'listed' }, 'Listed, and not accredited: its assessment is under way.'],
  [{ status: 'refused', ended }, 'Assessed on 13 July 2026, and not accredited.'],
  [{ status: 'refused' }, 'Assessed, and not accredited.'],
  [{ status: 'lapsed', ended }, 'Lapsed on 13 July 2026. Not accredited.'],
  [{ status: 'lapsed' }, 'Lapsed. Not accredited.'],
  [
    { status: 'suspended', ended },
    'Suspended on 13 July 2026, by a decision of the authority. Not accredited while the suspension lasts.',
  ],
  [
    { status: 'suspended', ended: { ...ended, isForDocuments: true } },
    'Suspended on 13 July 2026, because a document that it needs has expired. Not accredited while the suspension lasts.',
  ],
  [{ status: 'suspended' }, 'Suspended. Not accredited while the suspension lasts.'],
  [{ status: 'revoked', ended }, 'Revoked on 13 July 2026. Not accredited.'],
]

test('every status has its sentence, and one more once the event is over', () => {
  expect(new Set(answers.map(([{ status }]) => status)).size).toBe(registerStatusNames.length)
  for (const [given, sentence] of answers) {
    expect(registerAnswer({ ...coming, ...given })).toBe(sentence)
    if (given.date !== null) expect(registerAnswer({ ...coming, ...given, ...over })).toBe(sentence + isOver)
  }
})

test('only an accredited entry is said to be accredited', () => {
  for (const status of registerStatusNames) {
    const isSaid = registerAnswer({ ...coming, status, ended }).startsWith('Currently accredited')
    expect(isSaid).toBe(status === 'active')
  }
})

test('when the register was asked is told in the time of London', () => {
  expect(lookedUpWords(null)).toBe('Register looked up just now.')
  expect(lookedUpWords('2026-07-12T23:30:00.000Z')).toBe('Register looked up at 00:30 on 13 July 2026.')
})

test('the next date is the event, after it the next review, and none after that', () => {
  const entry = { status: 'active', date: '2026-08-23', nextReviewOn: '2027-05-03' } as const
  expect(nextDate(entry, '2026-08-23')).toEqual({ what: 'event', on: '2026-08-23' })
  expect(nextDate(entry, '2026-08-24')).toEqual({ what: 'review', on: '2027-05-03' })
  expect(nextDate({ ...entry, date: null }, '2026-08-01')).toEqual({ what: 'review', on: '2027-05-03' })
  expect(nextDate(entry, '2027-05-04')).toBeNull()
  expect(nextDate({ ...entry, status: 'revoked' }, '2026-08-24')).toBeNull()
  expect(nextDate({ ...entry, nextReviewOn: null }, '2026-08-24')).toBeNull()
})
