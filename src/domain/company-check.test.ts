import { describe, expect, test } from 'bun:test'
import { judgeCompany } from './company.ts'

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
