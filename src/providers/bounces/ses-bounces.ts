import { createVerify, X509Certificate } from 'node:crypto'
import { type } from 'arktype'
import { readMailAddress } from '#domain/mail-address.ts'
import { readBodyText } from '#process/read-body.ts'
import { jsonOf } from '../fetch-json.ts'
import { type Bounces, type BouncesOutcome, holdsSecret, mailIdOf } from './bounces.ts'

/** "Amazon SNS notification contents for Amazon SES", and its event publishing. */
const notification = type({
  'notificationType?': 'string',
  'eventType?': 'string',
  'mail?': {
    'commonHeaders?': { 'messageId?': 'string' },
    'headers?': type({ name: 'string', value: 'string' }).array(),
  },
  'bounce?': {
    bounceType: 'string',
    feedbackId: 'string',
    bouncedRecipients: type({ emailAddress: 'string', 'diagnosticCode?': 'string', 'status?': 'string' }).array(),
  },
  'complaint?': {
    feedbackId: 'string',
    'complaintFeedbackType?': 'string | null',
    complainedRecipients: type({ emailAddress: 'string' }).array(),
  },
})

const timeoutMs = 5000
const largestAnswer = 20_000

/** Needs the password in the subscription's address and the signature, since any Amazon customer has topics with signed messages. */
export function createSesBounces(
  secrets: string[],
  fetcher: (url: URL, options: RequestInit) => Promise<Response> = fetch,
): Bounces {
  /** By address; Amazon renews them about once a year. */
  const certificates = new Map<string, string>()
  return {
    read: async (body, headers) => {
      if (!holdsSecret(headers, secrets)) return { kind: 'refused' }
      const message = snsMessage(jsonOf(body))
      if (message instanceof type.errors) return { kind: 'malformed' }
      const address = snsAddress(message.SigningCertURL)
      if (!address) return { kind: 'refused' }
      const certificate = await certificateAt(address)
      if (certificate === null) return { kind: 'unavailable' }
      if (!isSignedBySns(message, certificate, new Date())) return { kind: 'refused' }
      if (message.Type === 'SubscriptionConfirmation') return await confirm(message)
      return message.Type === 'Notification' ? reportsOf(message.Message) : { kind: 'reports', reports: [] }
    },
  }

  async function certificateAt(address: URL): Promise<string | null> {
    const known = certificates.get(address.href)
    if (known) return known
    const text = await ask(address)
    if (text === null) return null
    if (certificates.size > 20) certificates.clear()
    certificates.set(address.href, text)
    return text
  }

  async function confirm({ SubscribeURL: url = '' }: SnsMessage): Promise<BouncesOutcome> {
    const address = snsAddress(url)
    if (!address) return { kind: 'refused' }
    return (await ask(address)) === null ? { kind: 'unavailable' } : { kind: 'reports', reports: [] }
  }

  async function ask(address: URL): Promise<string | null> {
    try {
      const response = await fetcher(address, { redirect: 'manual', signal: AbortSignal.timeout(timeoutMs) })
      return response.ok ? await readBodyText(response, { bytes: largestAnswer }) : null
    } catch {
      return null
    }
  }
}

function reportsOf(text: string): BouncesOutcome {
  const read = notification(jsonOf(text))
  // Such as the sentence with which Amazon tries a new topic.
  if (read instanceof type.errors) return { kind: 'reports', reports: [] }
  const { bounce, complaint, mail } = read
  const header = mail?.headers?.find(({ name }) => name.toLowerCase() === 'message-id')?.value
  const mailId = mailIdOf(header ?? mail?.commonHeaders?.messageId)
  const addressOf = (given: string) => readMailAddress(given)?.email ?? given
  const bounced = (bounce?.bouncedRecipients ?? []).map(({ emailAddress, diagnosticCode, status }) => ({
    id: bounce!.feedbackId,
    email: addressOf(emailAddress),
    kind: bounce!.bounceType === 'Permanent' ? ('hard' as const) : ('soft' as const),
    reason: diagnosticCode ?? status ?? '',
    mailId,
  }))
  const complained = complaint?.complaintFeedbackType === 'not-spam' ? [] : (complaint?.complainedRecipients ?? [])
  const reported = complained.map(({ emailAddress }) => ({
    id: complaint!.feedbackId,
    email: addressOf(emailAddress),
    kind: 'complaint' as const,
    reason: complaint!.complaintFeedbackType ?? '',
    mailId,
  }))
  return { kind: 'reports', reports: [...bounced, ...reported] }
}

/** docs.aws.amazon.com, "Parsing Amazon SNS message formats". */
const snsMessage = type({
  Type: "'Notification' | 'SubscriptionConfirmation' | 'UnsubscribeConfirmation'",
  MessageId: 'string <= 100',
  TopicArn: 'string <= 500',
  Message: 'string',
  Timestamp: 'string <= 100',
  SignatureVersion: "'1' | '2'",
  Signature: 'string <= 2000',
  SigningCertURL: 'string <= 500',
  'Subject?': 'string | null',
  'SubscribeURL?': 'string <= 2000',
  'Token?': 'string <= 2000',
})
type SnsMessage = typeof snsMessage.infer

/** One a region. Anybody can name a certificate of their own, but only Amazon has these names. */
const snsHost = /^sns\.[a-z0-9-]{3,40}\.amazonaws\.com(\.cn)?$/

function snsAddress(text: string): URL | null {
  const url = URL.parse(text)
  const isTheirs = url?.protocol === 'https:' && snsHost.test(url.hostname) && !url.port && !url.username
  return isTheirs ? url : null
}

/** "Verifying the signatures of Amazon SNS messages". @param certificate PEM text, fetched from `snsAddress` only. */
function isSignedBySns(message: SnsMessage, certificate: string, now: Date): boolean {
  try {
    const read = new X509Certificate(certificate)
    if (now < new Date(read.validFrom) || now > new Date(read.validTo)) return false
    const verify = createVerify(message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1')
    return verify.update(signedText(message)).verify(read.publicKey, message.Signature, 'base64')
  } catch {
    return false
  }
}

/** The signed fields by name; an absent subject is left out. */
export function signedText(message: SnsMessage): string {
  const names =
    message.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const)
  return names
    .flatMap((name) => {
      const value = (message as Partial<Record<string, string | null>>)[name]
      return value === undefined || value === null ? [] : [`${name}\n${value}\n`]
    })
    .join('')
}
