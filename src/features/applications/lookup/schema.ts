import { type } from 'arktype'

const foundCompany = type({
  title: 'string',
  company_number: 'string',
  address_snippet: 'string',
  company_status: 'string',
  'company_status_detail?': 'string',
  'previous_company_name?': 'string',
})

const answered = {
  status: "'ok' | 'limited' | 'error'",
  message: 'string',
  /** Where the answer is not the registry's present one. */
  'as_of?': type('string').describe('the time of a cached answer, or the day of the copy of the register'),
} as const

export const companyLookupAnswer = type({ ...answered, data: { items: foundCompany.array() } })
export type CompanyLookup = typeof companyLookupAnswer.infer

const postalAddress = {
  line_1: 'string',
  line_2: 'string',
  town_or_city: 'string',
  county: 'string',
  postcode: 'string',
  country: 'string',
} as const

export const companyAnswer = type({
  ...answered,
  data: type({
    company_name: 'string',
    company_number: 'string',
    company_status: 'string',
    company_status_detail: 'string',
    previous_company_names: 'string[]',
    address: postalAddress,
  }).or('null'),
})
export type CompanyAnswer = typeof companyAnswer.infer

/** Up to five companies; none where the registry cannot be asked. */
export const companySearchAnswer = type({
  companies: foundCompany.array(),
})

export const addressSearchAnswer = type({ suggestions: type({ id: 'string', address: 'string' }).array() })
export type AddressSuggestion = (typeof addressSearchAnswer.infer)['suggestions'][number]

/** Coordinates in degrees (WGS 84). */
export const addressAnswer = type({
  ...postalAddress,
  latitude: 'number | null',
  longitude: 'number | null',
})
export type Address = typeof addressAnswer.infer
