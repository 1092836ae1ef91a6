import { expect, test } from 'bun:test'
import { areSamples, type Claim, claimState, earlierPence, penceOf, shownClaims } from './claims.ts'

const proven: Claim = {
  kind: 'figure',
  value: '2,500+',
  label: 'accredited events',
  quote: '',
  name: '',
  role: '',
  source: 'Annual report 2026',
  proof: 'https://authority.example/report.pdf',
  owner: 'Wilhelmina Stoat',
  validFrom: '2026-03-01',
  validUntil: '2026-12-31',
}
const bare: Claim = { ...proven, source: '', proof: '', owner: '', validFrom: null, validUntil: null }

test('a claim begins with its first day and ends with its last', () => {
  const states = ['2026-02-28', '2026-03-01', '2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01'] as const
  expect(states.map((today) => claimState(proven, today))).toEqual([
    'not-begun',
    'shown',
    'shown',
    'ends-soon',
    'ends-soon',
    'ended',
  ])
})

test('without a proof, an owner or a day there is no valid proof', () => {
  for (const missing of ['source', 'proof', 'owner'] as const)
    expect([missing, claimState({ ...proven, [missing]: '' }, '2026-06-01')]).toEqual([missing, 'no-proof'])
  for (const missing of ['validFrom', 'validUntil'] as const)
    expect([missing, claimState({ ...proven, [missing]: null }, '2026-06-01')]).toEqual([missing, 'no-proof'])
})

test('production shows what is proven today; the demonstration shows all and calls the others samples', () => {
  const claims = [proven, bare]
  const shown = {
    value: '2,500+',
    label: 'accredited events',
    since: '2026-03-01',
    source: 'Annual report 2026',
    link: 'https://authority.example/report.pdf',
  }
  const on = (mode: 'production' | 'demo', today: string) => shownClaims(claims, { mode, today })
  expect(on('production', '2026-06-01')).toEqual([shown])
  expect(on('production', '2027-01-01')).toEqual([])
  expect(on('demo', '2026-06-01')).toEqual([shown, { value: '2,500+', label: 'accredited events', isSample: true }])
  expect(areSamples(on('demo', '2026-06-01'))).toBe(true)
  expect(areSamples(on('production', '2026-06-01'))).toBe(false)
})

test('a proof that is no link is named without one, and that of a quotation is not shown', () => {
  const rule = { mode: 'production', today: '2026-06-01' } as const
  const [filed] = shownClaims([{ ...proven, proof: 'Shared drive, Proofs 2026, report.pdf' }], rule)
  expect(filed).not.toHaveProperty('link')
  const [quoted] = shownClaims([{ ...proven, kind: 'testimonial', quote: 'Good.', name: 'Ivo' }], rule)
  expect(quoted).toEqual({ quote: 'Good.', name: 'Ivo' })
})

test('an earlier price is one that was higher', () => {
  expect(earlierPence([{ value: '£299' }], 22_900)).toBe(29_900)
  expect(earlierPence([{ value: '£229' }], 22_900)).toBe(null)
  expect(earlierPence([], 22_900)).toBe(null)
})

test('a price is read as pence, and nothing else is', () => {
  expect(['£249', '£1,495', '£1495', '£49.50'].map(penceOf)).toEqual([24_900, 149_500, 149_500, 4_950])
  expect(['249', '£', '£1,49', '£49.5', 'about £49', ''].map(penceOf)).toEqual(Array(6).fill(null))
})
