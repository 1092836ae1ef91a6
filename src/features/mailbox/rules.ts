import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

/** `bounced`: it came back, or its recipient was refused; `suppressed`: not sent, as its address is (bounces/). */
export const mailStates = ['waiting', 'sent', 'failed', 'bounced', 'suppressed', 'kept'] as const
export type MailState = (typeof mailStates)[number]

/** They can be sent again. */
export const notArrived: readonly MailState[] = ['failed', 'bounced', 'suppressed']

export const mailStateLabels: Record<MailState, string> = {
  waiting: 'Waiting',
  sent: 'Sent',
  failed: 'Failed',
  bounced: 'Bounced',
  suppressed: 'Suppressed',
  kept: 'Kept',
}

/** 'Robin Example <robin@harbour.example>', or the address alone. */
export function mailboxName(name: string, email: string): string {
  return name ? `${name} <${email}>` : email
}

/** '12 KB', '340 bytes'. */
export function sizeWords(bytes: number): string {
  return bytes < 1000 ? `${bytes} bytes` : `${Math.round(bytes / 1000)} KB`
}

export const usualSort: Sort<'written'> = { by: 'written', descending: true }

export function mailboxHref(
  filters: { state: MailState | null; q: string },
  sort: Sort<'written'> = usualSort,
  page: number | null = null,
): string {
  return adminHref('mailbox', { ...filters, sort: sortText(sort, usualSort), page })
}
