import { type } from 'arktype'
import type { CompanyDetails, CompanyHit } from '#providers/companies/companies.ts'
import { answer, read } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import {
  addressAnswer,
  addressSearchAnswer,
  companyAnswer,
  companyLookupAnswer,
  companySearchAnswer,
} from '../schema.ts'

const limitedMessage = 'The company registry is rate-limiting requests. You can continue without verification.'
const errorMessage = 'Company lookup is temporarily unavailable and may be skipped.'
const maxSuggestions = 5

export const lookUpCompanies = read({
  permission: 'anyone',
  summary: 'Companies by name or number',
  description:
    'From 2 to 100 characters. If the registry does not answer, the status says so and the call still succeeds. `as_of` is there when the answer is not new from the registry, but cached or from a copy of it.',
  query: type({ query: 'string = ""' }),
  answers: { 200: companyLookupAnswer },
  failures: {},
  limit: { name: 'companies-lookup', points: 60, seconds: 300 },
  run: async ({ query, services }) => {
    const found = await services.companies.search(query.query)
    if (found.kind === 'ok') {
      return answer({ status: 'ok', data: { items: found.hits.map(shownHit) }, message: '', ...shownAge(found) })
    }
    return answer({ ...unanswered(found.kind), data: { items: [] } })
  },
})

export const getCompany = read({
  permission: 'anyone',
  summary: 'One company by its number',
  params: type({ number: 'string <= 40' }),
  answers: { 200: companyAnswer },
  failures: { 'not-found': 'The registry has no company with this number.' },
  limit: { name: 'company', points: 60, seconds: 300 },
  run: async ({ params, services }) => {
    const found = await services.companies.details(params.number)
    if (found.kind === 'unknown') return failure('not-found', 'The registry has no company with this number.')
    if (found.kind === 'found') {
      return answer({ status: 'ok', data: shownCompany(found), message: '', ...shownAge(found) })
    }
    return answer({ ...unanswered(found.kind), data: null })
  },
})

export const searchCompanies = read({
  permission: 'anyone',
  summary: 'Up to five company suggestions',
  query: type({ q: 'string = ""' }),
  answers: { 200: companySearchAnswer },
  failures: {},
  limit: { name: 'company-search', points: 120, seconds: 300 },
  run: async ({ query, services }) => {
    const found = await services.companies.search(query.q)
    return answer({ companies: found.kind === 'ok' ? found.hits.slice(0, maxSuggestions).map(shownHit) : [] })
  },
})

export const searchAddresses = read({
  permission: 'anyone',
  summary: 'Address suggestions',
  description: 'From 3 to 100 characters.',
  query: type({ term: 'string = ""' }),
  answers: { 200: addressSearchAnswer },
  failures: {},
  limit: { name: 'address-search', points: 120, seconds: 300 },
  run: async ({ query, services }) => {
    const term = query.term.replace(/[\s\p{Cc}]+/gu, ' ').trim()
    const asked = term.length >= 3 && term.length <= 100
    return answer({ suggestions: asked ? await services.addresses.search(term) : [] })
  },
})

export const getAddress = read({
  permission: 'anyone',
  summary: 'One address by the id of a suggestion',
  // No dots, slashes or other signs that could lead to another path or host of the finder.
  params: type({ id: /^[A-Za-z0-9_-]{1,100}$/ }),
  answers: { 200: addressAnswer },
  failures: { 'not-found': 'There is no such address.' },
  limit: { name: 'address', points: 40, seconds: 300 },
  run: async ({ params, services }) => {
    const address = await services.addresses.get(params.id)
    return address ? answer(address) : failure('not-found', 'There is no such address.')
  },
})

function unanswered(kind: 'limited' | 'unavailable') {
  return kind === 'limited'
    ? { status: 'limited' as const, message: limitedMessage }
    : { status: 'error' as const, message: errorMessage }
}

function shownAge({ asOf }: { asOf?: string }) {
  return asOf === undefined ? {} : { as_of: asOf }
}

function shownHit(hit: CompanyHit) {
  return {
    title: hit.title,
    company_number: hit.companyNumber,
    address_snippet: hit.addressSnippet,
    company_status: hit.status,
    ...(hit.statusDetail ? { company_status_detail: hit.statusDetail } : {}),
    ...(hit.formerName ? { previous_company_name: hit.formerName } : {}),
  }
}

function shownCompany({
  number,
  name,
  status,
  statusDetail,
  previousNames,
  address,
}: CompanyDetails & { kind: 'found' }) {
  const { line1, line2, town, county, postcode, country } = address
  return {
    company_name: name,
    company_number: number,
    company_status: status,
    company_status_detail: statusDetail,
    previous_company_names: previousNames,
    address: { line_1: line1, line_2: line2, town_or_city: town, county, postcode, country },
  }
}
