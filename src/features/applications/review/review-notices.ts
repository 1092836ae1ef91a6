import { applicationStatusLabel } from '#domain/application-state.ts'
import type { AdminSays } from '#ui/admin-notice.tsx'
import { decidedWords } from './rules.ts'

const notices = {
  barred: { title: 'Nothing was decided', tone: 'danger', text: 'The page says why.' },
  'change-accepted': { title: 'The change was accepted', tone: 'success', text: 'We emailed the applicant.' },
  'change-refused': { title: 'The change was refused', tone: 'success', text: 'We emailed the applicant.' },
  'change-past': {
    title: 'Nothing was changed: the proposed date has passed',
    tone: 'danger',
    text: 'Refuse the change. The applicant can propose another date.',
  },
  approved: { title: 'Application Approved', tone: 'success', text: 'The user will be redirected to payment.' },
  rejected: { title: 'Application Rejected', tone: 'info' },
  withdrawn: { title: 'The approval was withdrawn', tone: 'success', text: 'The applicant is told why by email.' },
  'not-withdrawable': {
    title: 'Not withdrawn: the approval can no longer be withdrawn',
    tone: 'danger',
    text: 'The application is still approved. You can suspend the entry instead.',
  },
  'not-now': {
    title: 'Not withdrawn: it cannot be withdrawn at the moment',
    tone: 'danger',
    text: 'The application is still approved. Try again later.',
  },
  changed: {
    title: 'Nothing was decided: the applicant has corrected the application since you opened it',
    tone: 'danger',
    text: 'The history says what was changed. Read it again, then decide.',
  },
  noted: { title: 'The note was added', tone: 'success' },
  assigned: { title: 'Handed over', tone: 'success' },
  corrected: {
    title: 'The address was corrected',
    tone: 'success',
    text: 'We emailed the new address to confirm it.',
  },
  'address-changed': {
    title: 'Not corrected: the address has changed since you opened the page',
    tone: 'danger',
    text: 'The current address is shown below.',
  },
  opened: { title: 'The checkout is open again', tone: 'success' },
  asked: { title: 'We have sent the question to the organiser', tone: 'success' },
  'identity-waived': {
    title: 'The identity is confirmed',
    tone: 'success',
    text: 'The entry is published once it is paid and the address is confirmed.',
  },
  'looked-at': { title: 'Marked as looked at', tone: 'success' },
  'looked-before': { title: 'Nothing was changed: someone has already checked it', tone: 'danger' },
  'domain-confirmed': { title: 'The domain is confirmed for this company number', tone: 'success' },
  'domain-refused': {
    title: 'The domain was not confirmed',
    tone: 'danger',
    text: 'It is a free email provider, no longer the domain of the address, or the application has no company number.',
  },
} satisfies Record<string, AdminSays>

/** `decided`: somebody was faster. `declared`: a conflict of interest, after which the page shows nothing else. */
export type ReviewNotice = keyof typeof notices | 'decided' | 'declared'

/** What an address may say was done. */
export const doneNotices = (Object.keys(notices) as (keyof typeof notices)[]).filter(
  (notice) => notices[notice].tone !== 'danger',
)

type OutcomeOfPost = {
  notice: ReviewNotice | null
  application: { status: string }
  lastDecision: Parameters<typeof decidedWords>[0] | null
}

export function outcomeOf({ notice, application, lastDecision: last }: OutcomeOfPost): AdminSays | null {
  if (notice === null || notice === 'declared') return null
  if (notice !== 'decided') return notices[notice]
  const text = last ? decidedWords(last) : `Its status is: ${applicationStatusLabel(application.status)}.`
  return { tone: 'danger', title: 'Nothing was changed: someone has already decided', text }
}
