import { expect, test } from 'bun:test'
import { assuranceNames, checkedWords, levelWords, statusWords } from './assurance.ts'
import { answerWords } from './register-answer.ts'
import { registerStatusNames } from './register-status.ts'

test.each([
  ['declared', null, 'declared, no documents checked', 'Documents: none checked yet'],
  ['evidence', '2026-05-03', 'documents checked on 3 May 2026', 'Documents: checked on 3 May 2026'],
  ['assessed', '2026-05-03', 'assessed on 3 May 2026', 'Criteria: assessed on 3 May 2026'],
  ['evidence', null, 'documents checked', 'Documents: checked'],
] as const)('%s on %p is told in words', (assurance, assuredOn, level, checked) => {
  expect(levelWords({ assurance, assuredOn })).toBe(level)
  expect(checkedWords({ assurance, assuredOn })).toBe(checked)
})

test('an accredited entry says its level in the same line, and no other status claims one', () => {
  for (const status of registerStatusNames) {
    for (const assurance of assuranceNames) {
      const level = { assurance, assuredOn: assurance === 'declared' ? null : '2026-05-03' }
      for (const words of [statusWords({ status, ...level }), answerWords({ status, ...level })]) {
        if (status === 'active') expect(words).toBe(`Accredited: ${levelWords(level)}`)
        else expect(words).not.toContain(levelWords(level))
      }
    }
  }
})
