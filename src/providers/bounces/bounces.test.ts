import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { spawnSync } from 'node:child_process'
import { createHmac, createSign } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createBounces } from './create-bounces.ts'
import { createMailgunBounces } from './mailgun-bounces.ts'
import { createSesBounces, signedText } from './ses-bounces.ts'

const secret = 'a secret of our own'
const other = 'the-one-that-follows-it'
const mailId = '0199a1b2-0000-7000-8000-000000000001'
const messageId = `<${mailId}@register.example>`
const basic = (password: string) =>
  new Headers({ authorization: `Basic ${Buffer.from(`provider:${password}`).toString('base64')}` })

describe('a shared secret', () => {
  const json = createBounces({ source: 'json', secrets: [secret, other] })
  const none = JSON.stringify({ events: [] })

  test('is a password or a bearer token, and two are accepted while it is changed', async () => {
    const bearer = new Headers({ authorization: `Bearer ${other}` })
    for (const headers of [basic(secret), basic(other), bearer])
      expect((await json.read(none, headers)).kind).toBe('reports')
  })

  test.each([
    new Headers(),
    basic(''),
    basic(`${secret}x`),
    new Headers({ authorization: `Basic ${btoa(secret)}` }),
    new Headers({ authorization: 'Digest x' }),
  ])('refuses any other', async (headers) => {
    for (const source of ['json', 'postmark', 'ses'] as const)
      expect(await createBounces({ source, secrets: [secret] }).read(none, headers)).toEqual({ kind: 'refused' })
  })

  test('lets nothing through that has another shape', async () => {
    for (const body of ['', '[]', '{"events":[{"id":"1","type":"opened","email":"a@b.example"}]}', '{"events":null}'])
      expect(await json.read(body, basic(secret))).toEqual({ kind: 'malformed' })
    for (const source of ['postmark', 'ses'] as const)
      expect(await createBounces({ source, secrets: [secret] }).read('[1]', basic(secret))).toEqual({
        kind: 'malformed',
      })
  })
})

test('Postmark', async () => {
  const bounces = createBounces({ source: 'postmark', secrets: [secret] })
  const read = (record: object) =>
    bounces.read(JSON.stringify({ ID: 42, Email: 'a@b.example', ...record }), basic(secret))
  const report = { id: '42', email: 'a@b.example', reason: '550 5.1.1 unknown', mailId }
  const bounce = { RecordType: 'Bounce', Details: '550 5.1.1 unknown', Metadata: { mail: mailId } }
  expect(await read({ ...bounce, Type: 'HardBounce', Inactive: true })).toEqual({
    kind: 'reports',
    reports: [{ ...report, kind: 'hard' }],
  })
  const kinds = { SoftBounce: 'soft', Transient: 'soft', BadEmailAddress: 'hard', AutoResponder: undefined }
  for (const [Type, kind] of Object.entries(kinds))
    expect(await read({ ...bounce, Type })).toMatchObject({ reports: kind ? [{ kind }] : [] })
  expect(await read({ RecordType: 'SpamComplaint', Type: 'SpamComplaint' })).toMatchObject({
    reports: [{ kind: 'complaint', mailId: null }],
  })
  expect(await read({ RecordType: 'Delivery' })).toEqual({ kind: 'reports', reports: [] })
})

describe('Mailgun', () => {
  const now = new Date('2026-11-20T15:00:00Z')
  const bounces = createMailgunBounces([secret], () => now)
  const signature = (changes: { key?: string; secondsAgo?: number } = {}) => {
    const timestamp = String(Math.floor(now.getTime() / 1000) - (changes.secondsAgo ?? 5))
    const token = 'a-token-of-fifty-characters'
    const signed = createHmac('sha256', changes.key ?? secret)
    return { timestamp, token, signature: signed.update(timestamp + token).digest('hex') }
  }
  const failed = {
    event: 'failed',
    severity: 'permanent',
    reason: 'bounce',
    id: 'G9Bn5sl1TC6nu79C8C0bwg',
    recipient: 'a@b.example',
    'delivery-status': { code: 550, message: '550 5.1.1 unknown', description: '' },
    message: { headers: { 'message-id': messageId.slice(1, -1) } },
  }
  const read = (event: object, signed: object = signature()) =>
    bounces.read(JSON.stringify({ signature: signed, 'event-data': event }), new Headers())

  test('tells what failed for good, and what was reported', async () => {
    const report = { id: failed.id, email: 'a@b.example', kind: 'hard', reason: '550 5.1.1 unknown', mailId }
    const token = 'a-token-of-fifty-characters'
    expect(await read(failed)).toEqual({ kind: 'reports', reports: [report], token } as never)
    expect(await read({ ...failed, reason: 'old' })).toMatchObject({ reports: [{ kind: 'soft' }] })
    expect(await read({ ...failed, reason: 'suppress-complaint' })).toMatchObject({ reports: [{ kind: 'complaint' }] })
    expect(await read({ ...failed, event: 'complained' })).toMatchObject({ reports: [{ kind: 'complaint' }] })
    for (const event of [{ ...failed, severity: 'temporary' }, { event: 'delivered' }])
      expect(await read(event)).toEqual({ kind: 'reports', reports: [], token })
  })

  test('is believed by its signature alone', async () => {
    for (const signed of [
      signature({ key: other }),
      { ...signature(), token: 'another' },
      { ...signature(), timestamp: String(now.getTime() / 1000) },
      signature({ secondsAgo: 13 * 3600 }),
      { timestamp: 'soon', token: '', signature: '' },
    ])
      expect(await read(failed, signed)).toEqual({ kind: 'refused' })
    expect(await bounces.read('{}', new Headers())).toEqual({ kind: 'malformed' })
  })
})

describe('Amazon SES', () => {
  const folder = mkdtempSync(join(tmpdir(), 'sns-'))
  const host = 'https://sns.eu-west-2.amazonaws.com'
  let key: string
  let certificate: string
  beforeAll(() => {
    const [keyFile, certFile] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
    const given = ['-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=sns.amazonaws.com', '-days', '2']
    const made = spawnSync('openssl', ['req', '-x509', ...given, '-keyout', keyFile, '-out', certFile])
    if (made.status !== 0) throw new Error(String(made.stderr))
    key = readFileSync(keyFile, 'utf8')
    certificate = readFileSync(certFile, 'utf8')
  })
  afterAll(() => rmSync(folder, { recursive: true }))

  const asked: string[] = []
  const open = (answer: () => Response = () => new Response(certificate)) => {
    asked.length = 0
    return createSesBounces([secret], async (url) => {
      asked.push(url.href)
      return answer()
    })
  }
  type Fields = Partial<
    Record<'Message' | 'Type' | 'SubscribeURL' | 'SigningCertURL' | 'SignatureVersion' | 'Token', string>
  >
  function signed(changes: Fields): string {
    const message = {
      Type: 'Notification',
      MessageId: 'e1f2a232-0000-4000-8000-000000000000',
      TopicArn: 'arn:aws:sns:eu-west-2:123456789012:bounces',
      Message: '',
      Timestamp: '2026-11-20T15:00:00.000Z',
      SignatureVersion: '2',
      SigningCertURL: `${host}/SimpleNotificationService-1.pem`,
      ...changes,
    }
    const sign = createSign(message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
    const Signature = sign.update(signedText(message as never)).sign(key, 'base64')
    return JSON.stringify({ ...message, Signature })
  }
  const bounced = (more: object = {}) =>
    JSON.stringify({
      notificationType: 'Bounce',
      mail: { headers: [{ name: 'Message-ID', value: messageId }] },
      bounce: {
        bounceType: 'Permanent',
        feedbackId: 'feedback-1',
        bouncedRecipients: [{ emailAddress: 'Ann <a@b.example>', diagnosticCode: 'smtp; 550 5.1.1 unknown' }],
        ...more,
      },
    })

  test('tells of bounces and complaints, under either version of its signature', async () => {
    const bounces = open()
    const report = { id: 'feedback-1', email: 'a@b.example', kind: 'hard', reason: 'smtp; 550 5.1.1 unknown', mailId }
    for (const SignatureVersion of ['1', '2'])
      expect(await bounces.read(signed({ Message: bounced(), SignatureVersion }), basic(secret))).toEqual({
        kind: 'reports',
        reports: [report],
      } as never)
    // The certificate is fetched once.
    expect(asked).toEqual([`${host}/SimpleNotificationService-1.pem`])
    const soft = signed({ Message: bounced({ bounceType: 'Transient' }) })
    expect(await bounces.read(soft, basic(secret))).toMatchObject({ reports: [{ kind: 'soft' }] })
    const complaint = { feedbackId: 'feedback-2', complainedRecipients: [{ emailAddress: 'a@b.example' }] }
    const complained = (more: object = {}) =>
      signed({ Message: JSON.stringify({ eventType: 'Complaint', complaint: { ...complaint, ...more } }) })
    expect(await bounces.read(complained(), basic(secret))).toMatchObject({
      reports: [{ id: 'feedback-2', kind: 'complaint', mailId: null }],
    })
    const taken = complained({ complaintFeedbackType: 'not-spam' })
    for (const body of [taken, signed({ Message: 'Successfully validated SNS topic.' })])
      expect(await bounces.read(body, basic(secret))).toEqual({ kind: 'reports', reports: [] })
  })

  test('is believed only with the secret and the signature of Amazon', async () => {
    const bounces = open()
    const body = signed({ Message: bounced() })
    expect(await bounces.read(body, new Headers())).toEqual({ kind: 'refused' })
    expect(await bounces.read(body.replace('a@b.example', 'c@d.example'), basic(secret))).toEqual({ kind: 'refused' })
    expect(asked).toHaveLength(1)
    for (const SigningCertURL of [
      'https://sns.eu-west-2.amazonaws.com.evil.example/cert.pem',
      'https://evil.example/sns.eu-west-2.amazonaws.com/cert.pem',
      'http://sns.eu-west-2.amazonaws.com/cert.pem',
      'https://sns.eu-west-2.amazonaws.com:8443/cert.pem',
      'https://sns.eu-west-2.amazonaws.com@evil.example/cert.pem',
      'https://bucket.s3.amazonaws.com/cert.pem',
    ])
      expect(await bounces.read(signed({ Message: bounced(), SigningCertURL }), basic(secret))).toEqual({
        kind: 'refused',
      })
    expect(asked).toHaveLength(1)
    const away = open(() => new Response('', { status: 503 }))
    expect(await away.read(body, basic(secret))).toEqual({ kind: 'unavailable' })
    const wrong = open(() => new Response('no certificate'))
    expect(await wrong.read(body, basic(secret))).toEqual({ kind: 'refused' })
  })

  test('a subscription is confirmed at Amazon, and nowhere else', async () => {
    const bounces = open()
    const confirmation = (SubscribeURL: string) =>
      bounces.read(signed({ Type: 'SubscriptionConfirmation', SubscribeURL, Token: 'token' }), basic(secret))
    expect(await confirmation('https://evil.example/')).toEqual({ kind: 'refused' })
    expect(await confirmation(`${host}/?Action=ConfirmSubscription`)).toEqual({ kind: 'reports', reports: [] })
    expect(asked).toEqual([`${host}/SimpleNotificationService-1.pem`, `${host}/?Action=ConfirmSubscription`])
  })
})
