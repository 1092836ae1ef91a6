import { describe, expect, test } from 'bun:test'
import { crossFieldProblems, isRealDate, judgeCompany, maskEmail } from './rules.ts'

describe('the registry’s answer', () => {
  const found = { kind: 'found' as const, name: 'LARKMOOR EVENTS LIMITED', status: 'active', statusDetail: '' }
  const at = '2026-11-21T12:00:00.000Z'

  test.each([
    [found, 'confirmed'],
    [{ ...found, status: 'dissolved' }, 'not-active'],
    [{ ...found, status: 'liquidation' }, 'not-active'],
    [{ ...found, status: '' }, 'not-active'],
    [{ ...found, statusDetail: 'active-proposal-to-strike-off' }, 'not-active'],
    [{ ...found, name: 'LARKMOOR FAIRS LIMITED' }, 'name-differs'],
    [{ kind: 'unknown' as const }, 'unknown'],
    [{ kind: 'limited' as const }, 'unavailable'],
    [{ kind: 'unavailable' as const }, 'unavailable'],
  ])('%j is %s', (answer, state) => {
    expect(judgeCompany('Larkmoor Events Ltd', answer, at)).toMatchObject({ state, checkedAt: at })
  })

  test('what was found is kept for whoever reviews it', () => {
    const check = judgeCompany('Larkmoor', { ...found, statusDetail: 'active-proposal-to-strike-off' }, at)
    expect(check).toMatchObject({ companyName: found.name, companyStatus: 'active-proposal-to-strike-off' })
  })
})

test.each([
  ['physical', '', '', 'venue'],
  ['physical', ' ', 'https://a.example', 'venue'],
  ['online', 'Hall', '', 'onlineUrl'],
])('a %s event without what it needs', (eventType, venue, onlineUrl, field) => {
  expect(crossFieldProblems({ eventType, venue, onlineUrl }).map((problem) => problem.field)).toEqual([field])
})

test('a private service needs neither venue nor address', () => {
  expect(crossFieldProblems({ eventType: 'private', venue: '', onlineUrl: '' })).toEqual([])
})

test.each([
  ['2028-02-29', true],
  ['2027-02-29', false],
  ['2027-13-01', false],
  ['1999-12-31', false],
  ['2027-1-1', false],
  ['27/05/2027', false],
])('%s is a real day: %p', (day, real) => expect(isRealDate(day)).toBe(real))

test.each([
  ['perpetua@example.com', 'p•••@example.com'],
  ['a@b.example', 'a•••@b.example'],
  ['"odd@name"@b.example', '"•••@b.example'],
])('%s is masked', (email, masked) => expect(maskEmail(email)).toBe(masked))
