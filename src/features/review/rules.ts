import type { CompanyCheck } from '../application/company-check.ts'

/** Longest reason that is kept, in characters. */
export const reasonLimit = 1000

/** What is wrong with the reason given for a decision: a rejection needs one. */
export function reasonProblemOf(decision: 'approved' | 'rejected', reason: string): string | null {
  if (decision === 'rejected' && reason.trim() === '') return 'Give the reason for the rejection'
  if (reason.length > reasonLimit) return `The reason is longer than ${reasonLimit} characters`
  return null
}

/** What the company registry said, in a sentence for whoever reviews. */
export function companyCheckWords(check: CompanyCheck): string {
  const name = check.companyName ?? 'another company'
  switch (check.state) {
    case 'confirmed':
      return `Confirmed: the register knows ${name} as an active company under this number.`
    case 'not-asked':
      return 'Not checked: the application names no company number.'
    case 'unknown':
      return 'Not confirmed: the register knows no company with this number.'
    case 'name-differs':
      return `Not confirmed: the number belongs to ${name}, which is not the name of this organisation.`
    case 'not-active':
      return `Not confirmed: the register lists ${name} as "${check.companyStatus ?? 'not active'}".`
    case 'unavailable':
      return 'Not checked: the register could not be asked when the application came in. Look the number up by hand.'
  }
}
