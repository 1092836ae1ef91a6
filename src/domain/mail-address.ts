export type MailAddress = {
  name: string
  email: string
}

// Nothing that has a meaning in a mail header or an SMTP command.
const sign = String.raw`[^\p{C}\p{Z}@<>()[\]\\,;:"]`
const label = String.raw`[^\p{C}\p{Z}@<>()[\]\\,;:".]+`
const pattern = new RegExp(`^${sign}{1,64}@(?:${label}\\.)+${label}$`, 'u')

/** Stricter than RFC 5322, whose quoted blanks and comments forge headers; addresses in other scripts (RFC 6531) are allowed. */
export function isMailAddress(text: string): boolean {
  return text.length <= 254 && pattern.test(text)
}

export function normaliseMailAddress(email: string): string {
  return email.trim().toLowerCase()
}

/** `p•••@example.com`: enough to recognise one's own address. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email][0] ?? ''}•••${email.slice(at)}`
}

/** One key for each mailbox, for counting only: without a plus tag, and for Gmail without dots and its second name. Mail goes to the address as given. */
export function mailboxKey(email: string): string {
  const address = normaliseMailAddress(email)
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at).replace(/(?<=.)\+.*$/, '')
  const domain = address.slice(at + 1)
  if (domain !== 'gmail.com' && domain !== 'googlemail.com') return `${local}@${domain}`
  return `${local.replaceAll('.', '')}@gmail.com`
}

/** `Name <address>` or an address alone; null for anything else. */
export function readMailAddress(text: string): MailAddress | null {
  const [, name = '', bracketed, bare] = /^(?:"?([^"<>]*?)"?\s*<([^<>]*)>|([^<>]*))$/.exec(text.trim()) ?? []
  const email = (bracketed ?? bare ?? '').trim()
  return isMailAddress(email) && !/\p{C}/u.test(name) ? { name: name.trim(), email } : null
}

/** Null where the address can be used. */
export function signInAddressProblem(email: string): string | null {
  const usable =
    email.length <= 254 && /^[\w'+-]+(?:\.[\w'+-]+)*@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,}$/i.test(email)
  return usable ? null : 'This email address cannot be used. It needs a name, an @ and a full domain, without accents.'
}
