import { type } from 'arktype'

const asOf = type('string').describe('the time of a cached answer, or the day of the copy of the register')

/** As the domain's `FoundCompany` has it. */
const foundCompany = type({
  title: 'string',
  company_number: 'string',
  address_snippet: 'string',
  company_status: 'string',
  'company_status_detail?': 'string',
  'previous_company_name?': 'string',
})

/** Answer of the company lookup: what the registry found, or why it could not be asked. */
export const companyLookupAnswer = type({
  status: "'ok' | 'limited' | 'error'",
  data: {
    items: foundCompany.array(),
  },
  message: 'string',
  /** Time or day of an answer that is not the registry's present word. */
  'as_of?': asOf,
})
export type CompanyLookup = typeof companyLookupAnswer.infer

const postalAddress = {
  line_1: 'string',
  line_2: 'string',
  town_or_city: 'string',
  county: 'string',
  postcode: 'string',
  country: 'string',
} as const

/** One company of the registry. */
export const companyAnswer = type({
  status: "'ok' | 'limited' | 'error'",
  data: type({
    company_name: 'string',
    company_number: 'string',
    company_status: 'string',
    company_status_detail: 'string',
    previous_company_names: 'string[]',
    address: postalAddress,
  }).or('null'),
  message: 'string',
  'as_of?': asOf,
})
export type CompanyAnswer = typeof companyAnswer.infer

/** Up to five companies for the quick funnel; none when the registry cannot be asked. */
export const companySearchAnswer = type({
  companies: foundCompany.array(),
})

export const addressSearchAnswer = type({ suggestions: type({ id: 'string', address: 'string' }).array() })
export type AddressSuggestion = (typeof addressSearchAnswer.infer)['suggestions'][number]

/** A postal address; coordinates in degrees (WGS 84). */
export const addressAnswer = type({
  ...postalAddress,
  latitude: 'number | null',
  longitude: 'number | null',
})
export type Address = typeof addressAnswer.infer
