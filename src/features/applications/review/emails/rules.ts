import { adminHref } from '#admin-pages.ts'

/** In characters. */
export const letterLimit = 8000
/** Of the email that is answered. */
export const quotedLimit = 2000
/** In bytes, of all documents of one email: mail servers refuse more. */
export const attachedBytes = 10 * 1024 * 1024

export const suggestedWords = {
  code: 'It was sent to an address of this case that is no longer used, because the email address of the application has changed.',
  reference: 'Its subject names this case.',
  sender: 'Its sender has the email address of this case. Anybody can write that, so read it first.',
} as const

/** 'Re: Your documents (ACC-7K2M)'; once, however often it was answered. */
export function answerSubject(subject: string, reference: string): string {
  const bare = subject
    .replace(/^((re|aw|fw|fwd)\s*:\s*)+/i, '')
    .replaceAll(`(${reference})`, '')
    .trim()
  return withReference(`Re: ${bare || 'your email'}`, reference)
}

export function withReference(subject: string, reference: string): string {
  return subject.includes(reference) ? subject : `${subject} (${reference})`
}

/** With a sign before each line, as mail programs do. */
export function quoted(text: string): string {
  const cut = [...text].slice(0, quotedLimit).join('')
  return `${cut}${cut.length < text.length ? ' …' : ''}`
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n')
}

/** `answer`: of cases, which wait for an answer. `without`: of no case. `away`: of no case, which somebody has put away. */
export const incomingLists = { answer: 'To answer', without: 'Without a case', away: 'Put away' } as const
export type IncomingList = keyof typeof incomingLists

export function readIncomingList(text: string | null): IncomingList {
  return text === 'without' || text === 'away' ? text : 'answer'
}

export function incomingHref(
  list: IncomingList,
  page: number | null = null,
  outcome: Record<string, string | number | null> = {},
): string {
  return adminHref('incomingMails', { list: list === 'answer' ? null : list, page, ...outcome })
}

export function caseMailsHref(id: string, more: { answer?: string; page?: number | null } = {}): string {
  return adminHref('caseMails', { id }, more)
}
