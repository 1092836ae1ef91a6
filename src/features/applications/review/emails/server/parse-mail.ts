import PostalMime, { type Email } from 'postal-mime'
import { isMailAddress, normaliseMailAddress } from '#domain/mail-address.ts'
import { readableText } from '#wire/clean-text.ts'

export type ParsedMail = {
  fromName: string
  /** In small letters; empty where it is no address. */
  fromEmail: string
  subject: string
  messageId: string | null
  isAutomatic: boolean
  text: string
  files: { name: string; bytes: number }[]
}

/** What a sender decides is bounded: the parser gives up on deeper nesting and longer headers, which bound the number of parts too. */
const limits = { maxNestingDepth: 20, maxHeadersSize: 256 * 1024, maxRfc822NestingDepth: 0 }
const maxFiles = 20
/** In characters. Long HTML without an end takes the converter a time that grows with its square. */
const maxHtml = 100_000
const maxText = 50_000
/** Logos of signatures, in bytes. */
const smallPicture = 20_000

/** Throws for what is no email. Runs in a process of its own (`jobs/convert-document.ts`). */
export async function parseMail(raw: Uint8Array): Promise<{ mail: ParsedMail; contents: Uint8Array[] }> {
  const email = await PostalMime.parse(raw, { ...limits, forceRfc822Attachments: true })
  const attachments = email.attachments
    .map(({ filename, mimeType, related, content }) => ({
      name: filename ?? (mimeType === 'message/rfc822' ? 'Forwarded email' : 'document'),
      isLogo: related && mimeType.startsWith('image/') && bytesOf(content).length < smallPicture,
      content: bytesOf(content),
    }))
    .filter(({ isLogo, content }) => !isLogo && content.length > 0)
    .slice(0, maxFiles)
  const { name = '', address = '' } = email.from ?? {}
  const text = email.text ?? (email.html ? await textOf(email.html) : '')
  return {
    mail: {
      fromName: line(name, 100),
      fromEmail: isMailAddress(address) ? normaliseMailAddress(address) : '',
      subject: line(email.subject ?? '', 200),
      messageId: /^<[\x21-\x7e]{1,250}>$/.exec(email.messageId ?? '')?.[0] ?? null,
      isAutomatic: isAutomatic(email),
      text: severalLines(text, maxText),
      files: attachments.map(({ name, content }) => ({ name: line(name, 200), bytes: content.length })),
    },
    contents: attachments.map(({ content }) => content),
  }
}

/** RFC 3834 and what programs did before it: notes of absence, lists, reports of bounces. */
function isAutomatic({ headers, returnPath, from }: Email): boolean {
  const headerOf = (name: string) =>
    headers
      .find(({ key }) => key === name)
      ?.value.trim()
      .toLowerCase()
  const submitted = headerOf('auto-submitted')
  return (
    (submitted !== undefined && !/^no\b/.test(submitted)) ||
    /\b(bulk|junk|list|auto[-_]reply)\b/.test(headerOf('precedence') ?? '') ||
    ['x-auto-response-suppress', 'x-autoreply', 'x-autorespond', 'list-id', 'x-failed-recipients'].some(
      (name) => headerOf(name) !== undefined,
    ) ||
    returnPath?.trim() === '' ||
    headerOf('return-path') === '<>' ||
    headerOf('content-type')?.startsWith('multipart/report') === true ||
    /^(mailer-daemon|postmaster|no-?reply)@/i.test(from?.address ?? '')
  )
}

/** The parser makes text of HTML only in an email that has both. */
async function textOf(html: string): Promise<string> {
  const part = Buffer.from(withoutScripts(html.slice(0, maxHtml))).toString('base64')
  const both = [
    'Content-Type: multipart/mixed; boundary=b',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    '.',
    '--b',
    'Content-Type: text/html; charset=utf-8',
    'Content-Transfer-Encoding: base64',
    '',
    part,
    '--b--',
  ]
  const { text = '' } = await PostalMime.parse(both.join('\r\n'), limits)
  return text.replace(/^\.\s*/, '')
}

/** The converter leaves the text of styles in. One without an end goes up to the next. */
function withoutScripts(html: string): string {
  const [first = '', ...others] = html.split(/<(?=(?:style|script|title)\b)/i)
  const behind = others.map((part) => /<\/(?:style|script|title)\b[^>]*>([\s\S]*)/i.exec(part)?.[1] ?? '')
  return [first, ...behind].join('')
}

function line(text: string, max: number): string {
  return [...severalLines(text, max * 2).replace(/\s+/g, ' ')].slice(0, max).join('').trim()
}

function severalLines(text: string, max: number): string {
  const readable = readableText(text.slice(0, max).toWellFormed())
  return readable
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
}

function bytesOf(content: ArrayBuffer | Uint8Array | string): Uint8Array {
  if (typeof content === 'string') return Buffer.from(content)
  return content instanceof Uint8Array ? content : new Uint8Array(content)
}
