import { type } from 'arktype'

const asOf = type('string').describe('the time of a cached answer, or the day of the copy of the register')

/** Answer of the company lookup: what the registry found, or why it could not be asked. */
export const companyLookupAnswer = type({
  status: "'ok' | 'limited' | 'error'",
  data: {
    items: type({
      title: 'string',
      company_number: 'string',
      address_snippet: 'string',
      company_status: 'string',
      /** Where the registry's list says so, for example of a proposal to strike off. */
      'company_status_detail?': 'string',
      /** The earlier name that was found. */
      'previous_company_name?': 'string',
    }).array(),
  },
  message: 'string',
  /** Time or day of an answer that is not the registry's present word. */
  'as_of?': asOf,
})
export type CompanyLookup = typeof companyLookupAnswer.infer
export type CompanyItem = CompanyLookup['data']['items'][number]

/** One company of the registry. */
export const companyAnswer = type({
  status: "'ok' | 'limited' | 'error'",
  data: type({
    company_name: 'string',
    company_number: 'string',
    company_status: 'string',
    company_status_detail: 'string',
    previous_company_names: 'string[]',
    address: {
      line_1: 'string',
      line_2: 'string',
      town_or_city: 'string',
      county: 'string',
      postcode: 'string',
      country: 'string',
    },
  }).or('null'),
  message: 'string',
  'as_of?': asOf,
})
export type CompanyAnswer = typeof companyAnswer.infer

/** Up to five companies for the quick funnel; none when the registry cannot be asked. */
export const companySearchAnswer = type({
  companies: type({
    title: 'string',
    company_number: 'string',
    address_snippet: 'string',
    company_status: 'string',
    'company_status_detail?': 'string',
    'previous_company_name?': 'string',
  }).array(),
})

export const addressSearchAnswer = type({ suggestions: type({ id: 'string', address: 'string' }).array() })
export type AddressSuggestion = (typeof addressSearchAnswer.infer)['suggestions'][number]

/** A postal address; coordinates in degrees (WGS 84). */
export const addressAnswer = type({
  line_1: 'string',
  line_2: 'string',
  town_or_city: 'string',
  county: 'string',
  postcode: 'string',
  country: 'string',
  latitude: 'number | null',
  longitude: 'number | null',
})
export type Address = typeof addressAnswer.infer
