export type MailAddress = {
  /** Shown beside the address; empty for none. */
  name: string
  email: string
}

// Nothing that means something in a mail header or an SMTP command: blanks, brackets, quotes, commas, control characters.
const sign = String.raw`[^\p{C}\p{Z}@<>()[\]\\,;:"]`
const label = String.raw`[^\p{C}\p{Z}@<>()[\]\\,;:".]+`
const pattern = new RegExp(`^${sign}{1,64}@(?:${label}\\.)+${label}$`, 'u')

/**
 * Whether mail can be addressed to a text. Stricter than RFC 5322, which allows quoted blanks and comments that nobody uses and
 * that headers are forged with; addresses in other scripts (RFC 6531) are addresses.
 */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && pattern.test(text)
}

/** An address as the same address is always stored and compared: trimmed, in small letters. */
export function normaliseMailAddress(email: string): string {
  return email.trim().toLowerCase()
}

/** `p•••@example.com`: enough to know one's own address by, and no more. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}

/**
 * What stands for the mailbox behind an address, so that one mailbox is counted once: small letters, no plus tag, and of Gmail neither
 * dots nor its second name. For counting alone; mail goes to the address as it was given.
 */
export function mailboxKey(email: string): string {
  const address = normaliseMailAddress(email)
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).replace(/(?<=.)\+.*$/, '')
  const domain = address.slice(at + 1)
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${local}@${domain}`
  return `${local.replaceAll('.', '')}@gmail.com`
}

/** `Name <address>` or an address alone, as a setting writes it; null for anything else. */
export function readMailAddress(text: string): MailAddress | null {
  const [, name = '', bracketed, bare] = /^(?:"?([^"<>]*?)"?\s*<([^<>]*)>|([^<>]*))$/.exec(text.trim()) ?? []
  const email = (bracketed ?? bare ?? '').trim()
  return isMailAddress(email) && !/\p{C}/u.test(name) ? { name: name.trim(), email } : null
}
