import { nameInSmallLetters } from './name-in-small-letters.ts'

export type FoundCompany = {
  title: string
  company_number: string
  address_snippet: string
  company_status: string
  company_status_detail?: string
  previous_company_name?: string
}

export function plainStatus(status: string): string {
  return status.replaceAll('-', ' ')
}

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
