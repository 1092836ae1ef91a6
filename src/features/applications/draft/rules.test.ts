import { describe, expect, test } from 'bun:test'
import { canBeSaved, differingFields, expiryOf, type LocalDraft, meet, type SavedDraft, sameAnswers } from './rules.ts'

const mark = { id: 'a', revision: 3, savedAt: '2026-11-01T10:00:00.000Z', expiresAt: '2026-12-31T10:00:00.000Z' }
const local = (more: Partial<LocalDraft> = {}): LocalDraft => ({
  answers: { name: 'Fern' },
  submissionKey: 'own',
  changedAt: '2026-11-02T10:00:00.000Z',
  saved: mark,
  isAhead: false,
  attempted: [],
  ...more,
})
const saved = (more: Partial<SavedDraft> = {}): SavedDraft => ({
  ...mark,
  answers: { name: 'Moss' },
  submissionKey: 'other',
  ...more,
})

describe('the browser’s version and the server’s', () => {
  test.each([
    [
      'the same answers are taken over with their mark',
      local(),
      saved({ answers: { name: 'Fern', title: '' } }),
      'theirs',
    ],
    ['a later one is taken where nothing was typed since', local(), saved({ revision: 4 }), 'theirs'],
    ['a later one is a question where something was', local({ isAhead: true }), saved({ revision: 4 }), 'ask'],
    ['what was typed since the last save goes on', local({ isAhead: true }), saved(), 'mine'],
    ['an older one of a cached page changes nothing', local({ isAhead: true }), saved({ revision: 2 }), 'mine'],
    ['another application is a question', local(), saved({ id: 'b' }), 'ask'],
    ['so is one that this browser has never saved', local({ saved: null, isAhead: true }), saved(), 'ask'],
    [
      'unless it is what was sent from here without an answer',
      local({ saved: null, isAhead: true, attempted: ['other'] }),
      saved(),
      'later',
    ],
  ] as const)('%s', (_, mine, theirs, outcome) => {
    expect(meet(mine, theirs)).toBe(outcome)
  })
})

test('a draft ends sixty days after the last change, or when the server says', () => {
  expect(expiryOf(local())).toBe(mark.expiresAt)
  expect(expiryOf(local({ isAhead: true }))).toBe('2027-01-01T10:00:00.000Z')
  expect(expiryOf(local({ saved: null }))).toBe('2027-01-01T10:00:00.000Z')
})

test('what is left out and what is empty are the same; everything else differs', () => {
  expect(sameAnswers({ name: 'a', title: '' }, { name: 'a', venue: '' })).toBe(true)
  expect(differingFields({ name: 'a', title: 'b' }, { name: 'a ', venue: 'c', title: 'b' })).toEqual(['name', 'venue'])
})

test.each([
  ['odo@larkmoor.example', true],
  [' odo@larkmoor.example ', true],
  ['odo@', false],
  ['', false],
  [undefined, false],
])('with the email %p answers may be kept on the server: %p', (email, may) => {
  expect(canBeSaved(email === undefined ? {} : { email })).toBe(may)
})
