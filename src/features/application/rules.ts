import { sameCompanyName } from '../../domain/company-name.ts'

/** What is wrong between an event's fields rather than within one: the documented sentences. */
export function crossFieldProblems(draft: {
  eventType: string
  venue: string
  onlineUrl: string
}): { field: string; message: string }[] {
  if (draft.eventType === 'physical' && draft.venue.trim() === '') {
    return [{ field: 'venue', message: 'Venue is required for physical events' }]
  }
  if (draft.eventType === 'online' && draft.onlineUrl.trim() === '') {
    return [{ field: 'onlineUrl', message: 'Online URL is required for virtual events' }]
  }
  return []
}

/** Whether `YYYY-MM-DD` names a day that exists, in this century. */
export function isRealDate(day: string): boolean {
  if (!/^20\d\d-\d\d-\d\d$/.test(day)) return false
  const time = new Date(`${day}T00:00:00Z`)
  return !Number.isNaN(time.getTime()) && time.toISOString().slice(0, 10) === day
}

/** What the company registry said of an application's organisation; kept with the application for whoever reviews it. */
export type CompanyCheck = {
  /** Only `confirmed` approves. */
  state: 'confirmed' | 'not-asked' | 'unknown' | 'name-differs' | 'not-active' | 'unavailable'
  /** ISO time in UTC. */
  checkedAt: string
  companyName?: string
  companyStatus?: string
}

type RegistryAnswer =
  | { kind: 'found'; name: string; status: string; statusDetail: string }
  | { kind: 'unknown' | 'limited' | 'unavailable' }

/**
 * Judges the registry's answer about an organisation's company number.
 *
 * Any detail beside `active` (a proposal to strike off, a conversion) is left to a person, and so is a company that only used
 * to have the organisation's name.
 */
export function judgeCompany(organisationName: string, answer: RegistryAnswer, checkedAt: string): CompanyCheck {
  if (answer.kind === 'unknown') return { state: 'unknown', checkedAt }
  if (answer.kind !== 'found') return { state: 'unavailable', checkedAt }
  const companyStatus = answer.statusDetail || answer.status
  const found = { checkedAt, companyName: answer.name, companyStatus }
  if (answer.status !== 'active' || answer.statusDetail !== '') return { state: 'not-active', ...found }
  return { state: sameCompanyName(organisationName, answer.name) ? 'confirmed' : 'name-differs', ...found }
}

/** `p•••@example.com`: enough to know one's own address by, and no more. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}
