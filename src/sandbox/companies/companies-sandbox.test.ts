import { describe, expect, test } from 'bun:test'
import { normaliseCompanyNumber } from '#domain/company.ts'
import { demoCompanies } from '#sandbox/demo/demo-companies.ts'
import { createCompaniesSandbox, sandboxTroubleNumbers, sandboxTroubleWords } from './companies-sandbox.ts'

const companies = createCompaniesSandbox()
const titles = async (query: string) => {
  const answer = await companies.search(query)
  return answer.kind === 'ok' ? answer.hits.map((hit) => hit.title) : answer.kind
}

describe('search', () => {
  test('finds by any part of the name, whatever its case and accents', async () => {
    expect(await titles('moor & fett')).toEqual(['LARKMOOR & FETTLE EVENTS LIMITED'])
    expect(await titles('cafe zeph')).toEqual(['CAFÉ ZEPHYRINE POP-UPS LIMITED'])
    expect(await titles("children's")).toEqual(['PENNYWHISTLE CHILDREN’S THEATRE LIMITED'])
  })

  test('finds by a former name and by the beginning of a number', async () => {
    expect(await titles('haar & harbour')).toEqual(['HAARBOUR LIGHTS FESTIVAL LIMITED'])
    expect(await titles('ni9900')).toHaveLength(2)
    expect(await titles('00000731')).toEqual(['TIDEWRACK & DAUGHTERS FAIRS LIMITED'])
  })

  test('shows dissolved companies as such', async () => {
    const answer = await companies.search('skerryview')
    expect(answer).toEqual({
      kind: 'ok',
      hits: [
        {
          title: 'SKERRYVIEW REGATTAS LIMITED',
          companyNumber: 'SC990003',
          status: 'dissolved',
          addressSnippet: '2 Bollard Place, Oban, Argyll, PA34 9ZZ',
        },
      ],
    })
  })

  test('finds nothing for what is too short or unknown, and at most twenty', async () => {
    expect(await titles('x')).toEqual([])
    expect(await titles('no such company')).toEqual([])
    expect(await titles('limited')).toHaveLength(20)
  })

  test('plays the bad days on request', async () => {
    expect(await titles('RATE LIMIT')).toBe('limited')
    expect(await titles('Registry Down please')).toBe('unavailable')
    expect(sandboxTroubleWords).toEqual({ limited: 'rate limit', unavailable: 'registry down' })
  })
})

describe('details', () => {
  test('answers by a mended number', async () => {
    expect(await companies.details('sc 990002')).toEqual({
      kind: 'found',
      number: 'SC990002',
      name: 'HAARBOUR LIGHTS FESTIVAL LIMITED',
      status: 'active',
      statusDetail: '',
      previousNames: ['HAAR & HARBOUR LIMITED'],
      address: {
        line1: '44 Lamplighter Wynd',
        line2: '',
        town: 'Edinburgh',
        county: '',
        postcode: 'EH6 9ZZ',
        country: 'Scotland',
      },
    })
    expect(await companies.details('731')).toMatchObject({ kind: 'found', number: '00000731' })
  })

  test('a proposal to strike off is told', async () => {
    expect(await companies.details('99000004')).toMatchObject({
      status: 'active',
      statusDetail: 'active-proposal-to-strike-off',
    })
  })

  test('an unknown or impossible number is unknown, and two numbers play the bad days', async () => {
    expect(await companies.details('99111111')).toEqual({ kind: 'unknown' })
    expect(await companies.details('../x')).toEqual({ kind: 'unknown' })
    expect(await companies.details(sandboxTroubleNumbers.limited)).toEqual({ kind: 'limited' })
    expect(await companies.details(sandboxTroubleNumbers.unavailable)).toEqual({ kind: 'unavailable' })
  })
})

test('every invented number is a possible one and stands once', () => {
  const numbers = demoCompanies.map((company) => company.number)
  expect(numbers.map(normaliseCompanyNumber)).toEqual(numbers)
  expect(new Set(numbers).size).toBe(numbers.length)
})
