/** A company as the registry lists it. Numbers are strings: leading zeros, SC and NI matter. */
export type CompanyHit = { title: string; companyNumber: string; status: string; addressSnippet: string }

export type CompanySearch = { kind: 'ok'; hits: CompanyHit[] } | { kind: 'limited' } | { kind: 'unavailable' }

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
    }
  | { kind: 'unknown' }
  | { kind: 'limited' }
  | { kind: 'unavailable' }

/** The company registry. It never throws: whatever happens upstream is one of the answers. */
export type Companies = {
  /** Companies by name or number; 2 to 100 characters. */
  search: (query: string) => Promise<CompanySearch>
  details: (companyNumber: string) => Promise<CompanyDetails>
}

/** What is asked of the registry for what was typed: blanks joined, 2 to 100 characters; null when there is nothing to ask. */
export function tidyCompanyQuery(typed: string): string | null {
  const words = typed.replace(/[\s\p{Cc}]+/gu, ' ').trim()
  return words.length >= 2 && words.length <= 100 ? words : null
}
