import type { WorkMail } from '#domain/permissions.ts'
import { choice, form, password } from '#wire/define-form.ts'

export const workMailForm = form({
  workMail: choice<WorkMail>({
    label: 'When something new waits for you',
    choices: { daily: 'One email each morning', 'at-once': 'An email at once', never: 'No email' },
    required: 'Choose when to get an email',
  }),
})

const currentPassword = (label: string) =>
  password({ label, max: 200, required: 'Enter your password', autoComplete: 'current-password' })

export const newPassword = (label: string) =>
  password({
    label,
    hint: 'At least 12 characters. Use a few words that only you would put together.',
    max: 200,
    required: 'Enter a new password',
    autoComplete: 'new-password',
  })

export const passwordForm = form({
  current_password: currentPassword('Current password'),
  password: newPassword('New password'),
})

// One page has all three, so each field has a name of its own.
export const renewCodesForm = form({ renew_password: currentPassword('Your password') })
export const removeFactorForm = form({ remove_password: currentPassword('Your password') })

/** A path of this site, or the admin area. Browsers read a backslash as a slash and drop control characters, so neither is accepted. */
export function safeNext(next: string | null | undefined, admin: string): string {
  if (!next || next.length > 500 || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(next)) return admin
  const base = 'http://here.invalid'
  let url: URL
  try {
    url = new URL(next, base)
  } catch {
    return admin
  }
  if (url.origin !== base || url.pathname.startsWith('//')) return admin
  return url.pathname + url.search
}

export function recoveryCodesFile(codes: readonly string[], authority: string): string {
  return [
    `Recovery codes for the admin area of ${authority}`,
    '',
    'You can use each code once instead of your authenticator app. Keep them with your important papers.',
    '',
    ...codes,
    '',
  ].join('\r\n')
}

const eventWords = {
  'signed-in': 'Signed in',
  'password-refused': 'A wrong password',
  'code-refused': 'A wrong code',
  'recovery-code-used': 'A recovery code was used',
  'signed-out': 'Signed out',
}

export type SignInEvent = keyof typeof eventWords

export function signInEventWords(event: string): string {
  return eventWords[event as SignInEvent] ?? event
}
