import { normaliseCompanyNumber } from '#domain/company-number.ts'

/** A company as the registry lists it. Numbers are strings: leading zeros, SC and NI matter. */
export type CompanyHit = {
  title: string
  companyNumber: string
  status: string
  addressSnippet: string
  /** For example `active-proposal-to-strike-off`; left out where there is none, or the registry's list does not say. */
  statusDetail?: string
  /** The earlier name that was found, where the present one does not hold the words; left out where the list does not say. */
  formerName?: string
}

/** The registry may not be asked now; where it said so itself, for how many seconds. */
export type Limited = { kind: 'limited'; seconds?: number }

export type CompanySearch =
  | {
      kind: 'ok'
      hits: CompanyHit[]
      /** ISO time or day of an answer that is not the registry's present word: kept from before, or an operator's copy. */
      asOf?: string
    }
  | Limited
  | { kind: 'unavailable' }

export type CompanyDetails =
  | {
      kind: 'found'
      number: string
      name: string
      /** The registry's word, for example `active`, `dissolved`, `liquidation`. */
      status: string
      /** For example `active-proposal-to-strike-off`; empty when there is none. */
      statusDetail: string
      previousNames: string[]
      address: { line1: string; line2: string; town: string; county: string; postcode: string; country: string }
      /** As in `CompanySearch`. */
      asOf?: string
    }
  | { kind: 'unknown' }
  | Limited
  | { kind: 'unavailable' }

type CompanyOfficers =
  /** Those in office, as the registry writes them, with the month of their birth (`YYYY-MM`); `isWhole` is false where it has more than it has told. */
  | { kind: 'found'; officers: { name: string; born: string | null }[]; isWhole: boolean }
  | { kind: 'unknown' }
  | Limited
  | { kind: 'unavailable' }

/** The company registry. It never throws: whatever happens upstream is one of the answers. */
export type Companies = {
  /** Companies by name or number; 2 to 100 characters. */
  search: (query: string) => Promise<CompanySearch>
  /**
   * One company. For the check at a `submission` the registry itself is asked now, with questions that are kept back for it:
   * nothing older than the call is answered.
   */
  details: (companyNumber: string, options?: { purpose?: 'submission' }) => Promise<CompanyDetails>
  /** Who runs a company. Names of people: the registry is asked each time, and nothing of its answer is kept but keyed hashes of refused ones (compare-officers.ts). */
  officers: (companyNumber: string) => Promise<CompanyOfficers>
}

/**
 * The registered number that somebody typed in place of a name, mended: five digits or more, with or without the letters before
 * them (`sc 12345`, `990001`). Null for anything else, such as a name that begins with a figure.
 */
export function typedNumber(words: string): string | null {
  return /^(?:[a-z]{1,2}[ -]?)?\d{5,8}$/i.test(words) ? normaliseCompanyNumber(words) : null
}

/** What is asked of the registry for what was typed: blanks joined, 2 to 100 characters; null when there is nothing to ask. */
export function tidyCompanyQuery(typed: string): string | null {
  const words = typed.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return words.length >= 2 && words.length <= 100 ? words : null
}
