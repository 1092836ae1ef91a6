import { normaliseCompanyNumber } from '#domain/company.ts'
import { type Companies, type CompanyHit, tidyCompanyQuery } from '#providers/companies/companies.ts'
import { type DemoCompany, demoCompanies } from '#sandbox/demo/demo-companies.ts'

const maxHits = 20

/** Typed into a search (in any case), these act as the real registry does on a bad day. */
export const sandboxTroubleWords = { limited: 'rate limit', unavailable: 'registry down' } as const

/** The same for the check of one company at submission. */
export const sandboxTroubleNumbers = { limited: '99999429', unavailable: '99999503' } as const

/** Finds invented companies by any part of a name or former name, or by the beginning of a number. */
export function createCompaniesSandbox(): Companies {
  return {
    async search(query) {
      const words = tidyCompanyQuery(query)
      if (words === null) return { kind: 'ok', hits: [] }
      const wanted = fold(words)
      if (wanted.includes(sandboxTroubleWords.limited)) return { kind: 'limited' }
      if (wanted.includes(sandboxTroubleWords.unavailable)) return { kind: 'unavailable' }
      const found = demoCompanies.filter(
        ({ name, previousNames = [], number }) =>
          [name, ...previousNames].some((each) => fold(each).includes(wanted)) ||
          number.toLowerCase().startsWith(wanted),
      )
      return { kind: 'ok', hits: found.slice(0, maxHits).map((company) => toHit(company, wanted)) }
    },

    async details(companyNumber) {
      const company = findCompany(companyNumber)
      if ('kind' in company) return company
      const { name, status, statusDetail = '', previousNames = [], address } = company
      return {
        kind: 'found',
        number: company.number,
        name,
        status,
        statusDetail,
        previousNames,
        address: { line2: '', county: '', ...address },
      }
    },

    async officers(companyNumber) {
      const company = findCompany(companyNumber)
      return 'kind' in company ? company : { kind: 'found', officers: company.officers ?? [], isWhole: true }
    },
  }
}

function findCompany(typed: string): DemoCompany | { kind: 'limited' | 'unavailable' | 'unknown' } {
  const number = normaliseCompanyNumber(typed)
  if (number === sandboxTroubleNumbers.limited) return { kind: 'limited' }
  if (number === sandboxTroubleNumbers.unavailable) return { kind: 'unavailable' }
  return demoCompanies.find((candidate) => candidate.number === number) ?? { kind: 'unknown' }
}

function fold(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').replace(/’/g, "'").toLowerCase()
}

function toHit(company: DemoCompany, wanted: string): CompanyHit {
  const { name, number, status, statusDetail, previousNames = [], address } = company
  const { line1, line2, town, county, postcode } = address
  const addressSnippet = [line1, line2, town, county, postcode].filter(Boolean).join(', ')
  const isFormer = !fold(name).includes(wanted)
  const formerName = isFormer ? previousNames.find((previous) => fold(previous).includes(wanted)) : undefined
  return {
    title: name,
    companyNumber: number,
    status,
    addressSnippet,
    ...(statusDetail && { statusDetail }),
    ...(formerName && { formerName }),
  }
}
