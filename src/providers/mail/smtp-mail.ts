import type { NodemailerError, SMTPTransportOptions, Transporter } from 'nodemailer'
import type { MailAddress } from '#domain/mail-address.ts'
import type { Env } from '#env.ts'
import type { Mail, MailOutcome, OutgoingMail } from './mail.ts'

// A mail server may be slow on purpose (greeting delays against spam take up to 30 s), but must not hold a worker permanently.
const usualLimits = { connect: 10_000, silence: 35_000, total: 90_000 }

/** `smtp://` is 587 with STARTTLS where offered, `smtps://` 465. @param settings.idHeader for a provider that replaces the Message-ID. */
export function createSmtpMail(
  settings: { url: string; from: MailAddress; idHeader?: string | undefined },
  limits = usualLimits,
): Mail {
  let opened: Promise<Transporter> | undefined
  return { send }

  async function send(mail: OutgoingMail): Promise<MailOutcome> {
    try {
      opened ??= open()
      const transport = await opened
      await transport.sendMail({ ...messageOf(mail, settings), signal: AbortSignal.timeout(limits.total) })
      return { kind: 'sent' }
    } catch (problem) {
      return outcomeOf(problem as NodemailerError)
    }
  }

  async function open(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer')
    return createTransport(smtpOptions(settings.url, limits)) as Transporter
  }
}

/** @returns why it was not possible, without what a server quotes; null where it was. */
export async function trySignIn(url: string): Promise<string | null> {
  const { createTransport } = await import('nodemailer')
  try {
    await createTransport(smtpOptions(url, { connect: 5000, silence: 8000, total: 9000 })).verify()
    return null
  } catch (problem) {
    return causeOf(problem as NodemailerError)
  }
}

/** A password never travels unencrypted except within this machine. */
export function smtpOptions(address: string, limits = usualLimits): SMTPTransportOptions {
  const url = new URL(address)
  const secure = url.protocol === 'smtps:'
  const host = url.hostname.replace(/^\[|\]$/g, '')
  const isLocal = ['localhost', '127.0.0.1', '::1'].includes(host)
  return {
    host,
    port: Number(url.port) || (secure ? 465 : 587),
    secure,
    requireTLS: url.password !== '' && !isLocal,
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
    connectionTimeout: limits.connect,
    dnsTimeout: limits.connect,
    greetingTimeout: limits.silence,
    socketTimeout: limits.silence,
    // No text of a mail can point at files or addresses to include.
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

function messageOf(mail: OutgoingMail, { from, idHeader }: { from: MailAddress; idHeader?: string | undefined }) {
  const calendar = mail.attachments.find((attachment) => attachment.method !== null)
  return {
    messageId: `<${mail.id}@${from.email.slice(from.email.lastIndexOf('@') + 1)}>`,
    from: headerAddress(from),
    to: headerAddress(mail.to),
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    ...(mail.replyTo && { replyTo: mail.replyTo }),
    ...(mail.inReplyTo && { inReplyTo: mail.inReplyTo, references: mail.inReplyTo }),
    headers: {
      // RFC 3834: no vacation note answers it.
      ...(!mail.isWritten && { 'Auto-Submitted': 'auto-generated' }),
      ...(idHeader ? { [idHeader]: mail.id } : {}),
      // RFC 8058: mail programs show a button that posts to this address.
      ...(mail.unsubscribe && {
        'List-Unsubscribe': `<${mail.unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      }),
    },
    attachments: mail.attachments
      .filter((attachment) => attachment !== calendar)
      .map(({ name, contentType, content }) => ({ filename: name, contentType, content: Buffer.from(content) })),
    // As a part beside text and HTML, where calendars look, and as a file.
    ...(calendar && {
      icalEvent: { filename: calendar.name, method: calendar.method!, content: Buffer.from(calendar.content) },
    }),
  }
}

function headerAddress({ name, email }: MailAddress): { name: string; address: string } {
  return { name, address: email }
}

/** Only the server's permanent refusal (5xx) of this recipient or message ends a mail; other problems are ours to fix, and the mail waits. */
function outcomeOf(problem: NodemailerError): MailOutcome {
  const { code, permanent, command, response } = problem
  const aboutMail = (code === 'EENVELOPE' && command !== 'MAIL FROM') || code === 'EMESSAGE'
  const answer = (response ?? '').replace(/\p{C}+/gu, ' ').trim()
  if (permanent && aboutMail) {
    const bounce = code === 'EENVELOPE' ? bounceOf(answer) : null
    return { kind: 'refused', reason: answer.slice(0, 300), bounce }
  }
  const cause = causeOf(problem)
  return { kind: 'unavailable', cause, reason: [cause, answer].filter(Boolean).join(' ').slice(0, 300) }
}

function causeOf({ code, command, message, name, responseCode = 0 }: NodemailerError): string {
  const sentence = () => {
    if (code === 'EDNS') return 'The host of SMTP_URL was not found'
    if (message.includes('ECONNREFUSED')) return 'Nothing answers at the host and port of SMTP_URL'
    if (code === 'ETIMEDOUT' || name === 'TimeoutError' || name === 'AbortError')
      return 'The mail server did not answer in time'
    if (code === 'EAUTH') return 'The mail server did not accept the user name or password'
    if (code === 'EENVELOPE' && command === 'MAIL FROM')
      return 'The mail server does not accept MAIL_FROM as the sender'
    if (code === 'ETLS') return 'The connection to the mail server could not be encrypted'
    if (code === 'ECONNECTION' || code === 'ESOCKET') return 'The connection to the mail server broke'
    return responseCode >= 400 && responseCode < 500
      ? 'The mail server put the email off for later'
      : 'The mail server refused the email'
  }
  return `${sentence()} (${[code ?? name, responseCode].filter(Boolean).join(' ')}).`
}

/** By the enhanced status code only (RFC 3463, 3.2 and 3.3): a server that does not relay, or refuses us as sender, answers 550 as well. */
function bounceOf(answer: string): 'hard' | 'soft' | null {
  // No such mailbox, no such host, not an address, moved, a domain without mail; a disabled mailbox.
  if (/^55\d[ -]5\.(1\.([1236]|10)|2\.1)\b/.test(answer)) return 'hard'
  return /^55\d[ -]5\.2\.2\b/.test(answer) ? 'soft' : null
}

/** Postmark replaces the Message-ID and returns this as `Metadata.mail` in its reports. */
const postmarkHeader = 'X-PM-Metadata-mail'

export function createMail(env: Pick<Env, 'smtp' | 'sandbox' | 'bounces'>): Mail {
  if (env.sandbox.has('mail')) return { send: async () => ({ kind: 'kept' }) }
  return createSmtpMail({ ...env.smtp, idHeader: env.bounces?.source === 'postmark' ? postmarkHeader : undefined })
}
