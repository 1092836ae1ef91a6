import { sameCompanyName } from './company-name.ts'

export type CompanyCheck = {
  /** Only `confirmed` approves. */
  state: 'confirmed' | 'not-asked' | 'unknown' | 'name-differs' | 'not-active' | 'unavailable'
  checkedAt: string
  companyName?: string
  companyStatus?: string
}

type RegistryAnswer =
  | { kind: 'found'; name: string; status: string; statusDetail: string }
  | { kind: 'unknown' | 'limited' | 'unavailable' }

/** Any detail beside `active` (a proposal to strike off, a conversion) is left to a person, and so is a company that only used to have the name. */
export function judgeCompany(organisationName: string, answer: RegistryAnswer, checkedAt: string): CompanyCheck {
  if (answer.kind === 'unknown') return { state: 'unknown', checkedAt }
  if (answer.kind !== 'found') return { state: 'unavailable', checkedAt }
  const companyStatus = answer.statusDetail || answer.status
  const found = { checkedAt, companyName: answer.name, companyStatus }
  if (answer.status !== 'active' || answer.statusDetail !== '') return { state: 'not-active', ...found }
  return { state: sameCompanyName(organisationName, answer.name) ? 'confirmed' : 'name-differs', ...found }
}
