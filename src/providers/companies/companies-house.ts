import { type } from 'arktype'
import { normaliseCompanyNumber } from '#domain/company.ts'
import { readableText } from '#wire/clean-text.ts'
import { fetchJson, type JsonAnswer } from '../fetch-json.ts'
import { type Companies, type CompanyDetails, type RateLimited, tidyCompanyQuery, typedNumber } from './companies.ts'

const itemsPerPage = 20
/** The most that the register gives at once, resigned officers included. */
const officersPerPage = 100

/** 600 questions in five minutes, then `limited`. @param report gets the status of an unusable answer, null without any; 401: the key is refused. */
export function createCompaniesHouse({
  apiKey,
  apiBase,
  timeoutMs,
  report = () => {},
}: {
  apiKey: string
  apiBase: string
  timeoutMs?: number
  report?: (status: number | null) => void
}): Companies {
  const headers = { authorization: `Basic ${Buffer.from(`${apiKey}:`).toString('base64')}` }
  const ask = (path: string) => fetchJson(`${apiBase}${path}`, { headers, timeoutMs })
  const unavailable = (answer: JsonAnswer | null) => {
    report(answer?.status ?? null)
    return { kind: 'unavailable' } as const
  }

  return {
    async search(query) {
      const words = tidyCompanyQuery(query)
      if (words === null) return { kind: 'ok', hits: [] }
      const question = typedNumber(words) ?? words
      const answer = await ask(`/search/companies?q=${encodeURIComponent(question)}&items_per_page=${itemsPerPage}`)
      if (answer?.status === 429) return limited(answer)
      const found = foundCompanies(answer?.json)
      if (found instanceof type.errors) return unavailable(answer)
      const hits = found.items.map((item) => ({
        title: item.title,
        companyNumber: item.company_number,
        status: item.company_status ?? '',
        addressSnippet: item.address_snippet ?? '',
      }))
      return { kind: 'ok', hits: hits.slice(0, itemsPerPage) }
    },

    async details(companyNumber) {
      const number = normaliseCompanyNumber(companyNumber)
      if (number === null) return { kind: 'unknown' }
      const answer = await ask(`/company/${encodeURIComponent(number)}`)
      if (answer?.status === 429) return limited(answer)
      if (answer?.status === 404) return { kind: 'unknown' }
      const company = companyProfile(answer?.json)
      // An answer about another company would approve the wrong one.
      if (company instanceof type.errors || company.company_number !== number) return unavailable(answer)
      return readProfile(company)
    },

    async officers(companyNumber) {
      const number = normaliseCompanyNumber(companyNumber)
      if (number === null) return { kind: 'unknown' }
      const answer = await ask(`/company/${encodeURIComponent(number)}/officers?items_per_page=${officersPerPage}`)
      if (answer?.status === 429) return limited(answer)
      if (answer?.status === 404) return { kind: 'unknown' }
      const list = officerList(answer?.json)
      if (list instanceof type.errors) return unavailable(answer)
      const officers = list.items
        .filter((officer) => !officer.resigned_on)
        .map(({ name, date_of_birth: born }) => ({
          name,
          born: born ? `${born.year}-${String(born.month).padStart(2, '0')}` : null,
        }))
      return { kind: 'found', officers, isWhole: (list.total_results ?? 0) <= list.items.length }
    },
  }
}

/** `x-ratelimit-reset` is in seconds since 1970 (seen, not documented), `retry-after` a number of seconds. */
function limited({ headers }: JsonAnswer): RateLimited {
  const reset = Number(headers.get('x-ratelimit-reset')) - Date.now() / 1000
  const seconds = reset > 0 ? reset : Number(headers.get('retry-after'))
  return seconds > 0 && seconds <= 3600 ? { kind: 'limited', seconds: Math.ceil(seconds) } : { kind: 'limited' }
}

/** Without characters that no database takes. Some kinds of company lack a status or an address, or have null. */
const text = type('string <= 1000').pipe(clean)
const optionalText = type('string <= 1000 | null').pipe((value) => (value === null ? null : clean(value)))

function clean(value: string): string {
  return readableText(value.toWellFormed()).replace(/\p{Cc}/gu, ' ')
}

const foundCompanies = type({
  items: type({
    title: text,
    company_number: text,
    'company_status?': optionalText,
    'address_snippet?': optionalText,
  }).array(),
})

const companyProfile = type({
  company_name: text,
  company_number: text,
  'company_status?': optionalText,
  'company_status_detail?': optionalText,
  'previous_company_names?': type({ name: text }).array(),
  'registered_office_address?': {
    'premises?': optionalText,
    'address_line_1?': optionalText,
    'address_line_2?': optionalText,
    'locality?': optionalText,
    'region?': optionalText,
    'postal_code?': optionalText,
    'country?': optionalText,
  },
})

const officerList = type({
  items: type({
    name: text,
    'resigned_on?': optionalText,
    'date_of_birth?': type({ month: '1 <= number.integer <= 12', year: '1800 <= number.integer <= 2200' }).or('null'),
  }).array(),
  'total_results?': 'number',
})

function readProfile(company: typeof companyProfile.infer): CompanyDetails {
  const office = company.registered_office_address ?? {}
  return {
    kind: 'found',
    number: company.company_number,
    name: company.company_name,
    status: company.company_status ?? '',
    statusDetail: company.company_status_detail ?? '',
    previousNames: (company.previous_company_names ?? []).map((previous) => previous.name),
    address: {
      line1: [office.premises, office.address_line_1].filter(Boolean).join(' '),
      line2: office.address_line_2 ?? '',
      town: office.locality ?? '',
      county: office.region ?? '',
      postcode: office.postal_code ?? '',
      country: office.country ?? '',
    },
  }
}
