import { adminHref } from '#admin-pages.ts'
import { type Sort, sortText } from '#wire/list-pages.ts'

/** `bounced`: it came back, or its recipient was refused; `suppressed`: not sent, as its address is (bounces/). */
export const mailStateWords = {
  waiting: { label: 'Waiting', tone: 'warning' },
  sent: { label: 'Sent', tone: 'accredited' },
  failed: { label: 'Failed', tone: 'danger' },
  bounced: { label: 'Bounced', tone: 'danger' },
  suppressed: { label: 'Suppressed', tone: 'warning' },
  kept: { label: 'Kept', tone: 'neutral' },
} as const
export type MailState = keyof typeof mailStateWords
export const mailStates = Object.keys(mailStateWords) as MailState[]

/** They can be sent again. */
export const notArrived: readonly MailState[] = ['failed', 'bounced', 'suppressed']

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
