import { normaliseCompanyNumber } from '#domain/company.ts'

/** Numbers are strings: leading zeros, SC and NI matter. */
export type CompanyHit = {
  title: string
  companyNumber: string
  status: string
  addressSnippet: string
  /** Such as `active-proposal-to-strike-off`; left out where there is none or the list does not say. */
  statusDetail?: string
  /** The earlier name that matched, where the present one does not. */
  formerName?: string
}

export type RateLimited = { kind: 'limited'; seconds?: number }

export type CompanySearch =
  | {
      kind: 'ok'
      hits: CompanyHit[]
      /** Of an answer that is not the registry's present one: kept from before, or an operator's copy. */
      asOf?: string
    }
  | RateLimited
  | { kind: 'unavailable' }

export type CompanyDetails =
  | {
      kind: 'found'
      number: string
      name: string
      status: string
      statusDetail: string
      previousNames: string[]
      address: { line1: string; line2: string; town: string; county: string; postcode: string; country: string }
      asOf?: string
    }
  | { kind: 'unknown' }
  | RateLimited
  | { kind: 'unavailable' }

type CompanyOfficers =
  /** In office, with the month of birth (`YYYY-MM`); `isWhole` is false where the registry has more. */
  | { kind: 'found'; officers: { name: string; born: string | null }[]; isWhole: boolean }
  | { kind: 'unknown' }
  | RateLimited
  | { kind: 'unavailable' }

/** Never throws: every failure is one of the answers. */
export type Companies = {
  search: (query: string) => Promise<CompanySearch>
  /** A `submission` asks the registry now, with questions reserved for it. */
  details: (companyNumber: string, options?: { purpose?: 'submission' }) => Promise<CompanyDetails>
  /** Personal names: always asked, and nothing is kept but keyed hashes of refused ones (sample-application.ts). */
  officers: (companyNumber: string) => Promise<CompanyOfficers>
}

/** Five digits or more, perhaps with letters before (`sc 12345`, `990001`); null for anything else, such as a name that begins with a figure. */
export function typedNumber(words: string): string | null {
  return /^(?:[a-z]{1,2}[ -]?)?\d{5,8}$/i.test(words) ? normaliseCompanyNumber(words) : null
}

export function tidyCompanyQuery(typed: string): string | null {
  const words = typed.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return words.length >= 2 && words.length <= 100 ? words : null
}
