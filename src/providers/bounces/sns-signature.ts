import { createVerify, X509Certificate } from 'node:crypto'
import { type } from 'arktype'

/** What Amazon SNS posts (docs.aws.amazon.com, "Parsing Amazon SNS message formats"). */
export const snsMessage = type({
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
export type SnsMessage = typeof snsMessage.infer

/** Hosts of Amazon SNS, one a region. Anybody can name a certificate of their own; only Amazon has these names. */
const snsHost = /^sns\.[a-z0-9-]{3,40}\.amazonaws\.com(\.cn)?$/

/** An address of Amazon SNS itself, over TLS at the usual port; null for any other. */
export function snsAddress(text: string): URL | null {
  const url = URL.parse(text)
  const isTheirs = url?.protocol === 'https:' && snsHost.test(url.hostname) && !url.port && !url.username
  return isTheirs ? url : null
}

/**
 * Whether Amazon SNS signed a message ("Verifying the signatures of Amazon SNS messages").
 *
 * @param certificate PEM text of `SigningCertURL`, which the caller fetches from `snsAddress` alone.
 */
export function isSignedBySns(message: SnsMessage, certificate: string, now: Date): boolean {
  try {
    const read = new X509Certificate(certificate)
    if (now < new Date(read.validFrom) || now > new Date(read.validTo)) return false
    const verify = createVerify(message.SignatureVersion === '2' ? 'RSA-SHA256' : 'RSA-SHA1')
    return verify.update(signedText(message)).verify(read.publicKey, message.Signature, 'base64')
  } catch {
    return false
  }
}

/** The fields that are signed, in the order of their names; an absent subject is left out. */
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
