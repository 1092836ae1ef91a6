import type { CompanyItem } from './schema.ts'

/** `active-proposal-to-strike-off` in words. */
export function plainStatus(status: string): string {
  return status.replaceAll('-', ' ')
}

/** What is told beside a company's name: how it stands, unless it is simply active. */
export function companyStatusNote(item: Pick<CompanyItem, 'company_status' | 'company_status_detail'>): string {
  const status = item.company_status_detail || item.company_status
  return status && status !== 'active' ? `(${plainStatus(status)})` : ''
}

/** The earlier name under which a company was found. */
export function formerly({ previous_company_name: name }: Pick<CompanyItem, 'previous_company_name'>): string {
  return name ? `formerly ${name}` : ''
}
