import { nameInSmallLetters } from './name-in-small-letters.ts'

/** A company as a search of the registry finds it, under the registry's own names. */
export type FoundCompany = {
  title: string
  company_number: string
  address_snippet: string
  company_status: string
  /** Where the registry's list says so, for example of a proposal to strike off. */
  company_status_detail?: string
  /** The earlier name that was found. */
  previous_company_name?: string
}

/** `active-proposal-to-strike-off` in words. */
export function plainStatus(status: string): string {
  return status.replaceAll('-', ' ')
}

/** A company as a field suggests it: beside its name its status, unless it is simply active; below, what tells it from others. */
export function companySuggestion(company: FoundCompany): { id: string; title: string; note: string; detail: string } {
  const { title, company_number: number, address_snippet: address, previous_company_name: earlier } = company
  const status = company.company_status_detail || company.company_status
  return {
    id: number,
    title: nameInSmallLetters(title),
    note: status && status !== 'active' ? `(${plainStatus(status)})` : '',
    detail: [earlier && `formerly ${earlier}`, number, address].filter(Boolean).join(' · '),
  }
}
