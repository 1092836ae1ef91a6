import { expect, test } from 'bun:test'
import type { AnswerFacts } from '#domain/register-answer.ts'
import { type RegisterStatus, registerStatusNames } from '#domain/register-status.ts'
import { type BadgeSize, badgeSizes, type Theme, themes } from '#features/register/badge-look.ts'
import { badgeSvg, badgeWords } from './server/badge-svg.ts'

const facts = (status: RegisterStatus, more: Partial<AnswerFacts> = {}): AnswerFacts => ({
  status,
  assurance: 'evidence',
  assuredOn: '2026-05-03',
  validUntil: '2027-11-22T12:00:00Z',
  ended: status === 'active' || status === 'listed' ? null : { at: '2026-05-03T12:00:00Z', isForDocuments: false },
  date: null,
  isPast: false,
  ...more,
})
const entry = (status: RegisterStatus, more: Partial<AnswerFacts> = {}) => ({
  number: 'BEAA-2026-7KQ4XN',
  title: 'Tarnside <Lights> & Music',
  facts: facts(status, more),
  isDemo: false,
})
const brand = { name: 'British Events Accreditation Authority', shortName: 'BEAA' }

test.each([
  ['active', {}, 'Accredited: documents checked on 3 May 2026', '', 'Valid until 22 November 2027'],
  [
    'active',
    { assurance: 'declared', validUntil: null },
    'Accredited: declared, no documents checked',
    '',
    'No end date',
  ],
  ['listed', {}, 'Listed, not accredited', 'Assessment under way', ''],
  ['refused', {}, 'Not accredited', 'After an assessment', 'Since 3 May 2026'],
  ['lapsed', {}, 'Lapsed', 'Not accredited now', 'Since 3 May 2026'],
  ['suspended', {}, 'Suspended', 'Decided by the authority', 'Since 3 May 2026'],
  [
    'suspended',
    { ended: { at: '2026-05-03T12:00:00Z', isForDocuments: true } },
    'Suspended',
    'A document has expired',
    'Since 3 May 2026',
  ],
  ['suspended', { ended: null }, 'Suspended', 'Not accredited', ''],
  ['revoked', {}, 'Revoked', 'Decided by the authority', 'Since 3 May 2026'],
] as const)('a badge of an entry that is %s %p says it', (status, more, statusText, reason, dated) => {
  const words = badgeWords(entry(status, more))
  expect(words).toMatchObject({ statusText, reason, dated, isAccredited: status === 'active' })
  const level = more && 'assurance' in more ? 'declared, no documents checked' : 'checked on 3 May 2026'
  expect(words.description).toContain(level)
})

test('a badge of an invented entry, and one of an unknown number, say so', () => {
  expect(badgeWords({ ...entry('active'), isDemo: true })).toMatchObject({
    statusText: 'Accredited: documents checked on 3 May 2026',
    reason: 'Demonstration',
    description: expect.stringContaining('invented example'),
  })
  expect(badgeWords(null)).toMatchObject({ statusText: 'Not in the register', isAccredited: false })
})

const green = ['#0c4029', '#b5d5c2']
const looks = Object.keys(badgeSizes).flatMap((size) =>
  Object.keys(themes).map((theme) => ({ size: size as BadgeSize, theme: theme as Theme })),
)

test.each(registerStatusNames)(
  'at each size and theme, %s is drawn in words, and green where it is accredited alone',
  (status) => {
    for (const look of looks) {
      const { svg, style } = badgeSvg(entry(status), look, brand)
      const { width, height } = badgeSizes[look.size]
      const { statusText, reason, description, isAccredited } = badgeWords(entry(status))
      expect(svg).toContain(`viewBox="0 0 ${width} ${height}"`)
      // Word and level are as large and as bold as each other.
      const said = [...svg.matchAll(/class="m b"[^>]* font-size="([\d.]+)"[^>]*>([^<]+)</g)]
      expect(said.map(([, , text]) => text).join(' ')).toBe(statusText)
      expect(new Set(said.map(([, size]) => size)).size).toBe(1)
      expect(said.length).toBe(isAccredited ? 2 : 1)
      if (!isAccredited) expect(svg).toContain(`>${reason}</text>`)
      expect(svg).toContain('BEAA-2026-7KQ4XN</text>')
      expect(svg).toContain(`<desc id="d">${description}</desc>`)
      expect(svg).not.toMatch(/<script|<Lights>|\son\w+=|href=/)
      expect(style.includes('prefers-color-scheme')).toBe(look.theme === 'auto')
      expect(green.some((colour) => style.includes(colour))).toBe(status === 'active')
    }
  },
)
