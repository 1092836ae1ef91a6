import type { Env } from '../../env.ts'
import type { Companies } from './companies.ts'
import { createCompaniesHouse } from './companies-house.ts'
import { createCompaniesSandbox } from './companies-sandbox.ts'

/** The company register that the environment names: Companies House with a key, otherwise the sandbox. */
export function createCompanies(env: Pick<Env, 'companies' | 'sandbox'>): Companies {
  return env.sandbox.has('companies') ? createCompaniesSandbox() : createCompaniesHouse(env.companies)
}
