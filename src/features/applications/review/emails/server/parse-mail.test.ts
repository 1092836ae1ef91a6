import { expect, test } from 'bun:test'
import { parseMail } from './parse-mail.ts'

const message = (headers: string[], body: string) =>
  Buffer.from(['From: Robin Example <Robin@Harbour.example>', 'Subject: Re: Plans', ...headers, '', body].join('\r\n'))
const parsed = async (headers: string[], body = 'Hello') => (await parseMail(message(headers, body))).mail

test('what a person wrote', async () => {
  const mail = await parsed(['Message-ID: <a1@harbour.example>'], 'Hello,\r\n\r\nhere they are.')
  expect(mail).toEqual({
    fromName: 'Robin Example',
    fromEmail: 'robin@harbour.example',
    subject: 'Re: Plans',
    messageId: '<a1@harbour.example>',
    isAutomatic: false,
    text: 'Hello,\n\nhere they are.',
    files: [],
  })
})

test('HTML becomes text, without its scripts and styles', async () => {
  const html =
    '<style>p{}</style><p>Two &lt;b&gt; plans</p><script>alert(1)</script><img src="https://x.example/t.gif">'
  const { text } = await parsed(['Content-Type: text/html; charset=utf-8'], html)
  expect(text).toContain('Two <b> plans')
  expect(text).not.toMatch(/alert|p\{\}|t\.gif/)
})

test('HTML that would keep the converter busy is cut first', async () => {
  const started = performance.now()
  await parsed(['Content-Type: text/html'], '<a href="'.repeat(1_000_000))
  expect(performance.now() - started).toBeLessThan(20_000)
}, 60_000)

test.each([
  ['Auto-Submitted: auto-replied'],
  ['Auto-Submitted: auto-generated (rejected)'],
  ['Precedence: bulk'],
  ['Precedence: auto_reply'],
  ['X-Auto-Response-Suppress: All'],
  ['X-Autoreply: yes'],
  ['List-Id: <news.example>'],
  ['Return-Path: <>'],
  ['Content-Type: multipart/report; report-type=delivery-status; boundary=x'],
])('is recognised as automatic: %s', async (header) => {
  expect((await parsed([header])).isAutomatic).toBe(true)
})

test('is not taken for automatic', async () => {
  expect((await parsed(['Auto-Submitted: no', 'Return-Path: <robin@harbour.example>'])).isAutomatic).toBe(false)
})

const nested = (levels: number): string =>
  levels === 0
    ? 'Content-Type: text/plain\r\n\r\nHello'
    : `Content-Type: multipart/mixed; boundary="b${levels}"\r\n\r\n--b${levels}\r\n${nested(levels - 1)}\r\n--b${levels}--\r\n`

test('nesting, headers and parts have limits', async () => {
  const whole = (body: string) => parseMail(Buffer.from(`From: a@b.example\r\n${body}`))
  expect((await whole(nested(10))).mail.text).toBe('Hello')
  await expect(whole(nested(60))).rejects.toThrow('nesting')
  const parts = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: a/b\r\n\r\nx\r\n'.repeat(100_000)}--b--`
  await expect(whole(parts)).rejects.toThrow('header size')
  await expect(whole(`X-Long: ${'x'.repeat(300_000)}\r\n\r\nHello`)).rejects.toThrow('header size')
  const few = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\nContent-Type: application/pdf\r\n\r\nx\r\n'.repeat(50)}--b--`
  expect((await whole(few)).mail.files).toHaveLength(20)
})

test('an email in an email is an attachment, and is not looked into', async () => {
  const inner = `From: c@d.example\r\nSubject: Inner\r\n${nested(60)}`
  const body = `--b\r\nContent-Type: text/plain\r\n\r\nSee below\r\n--b\r\nContent-Type: message/rfc822\r\n\r\n${inner}\r\n--b--`
  const mail = await parsed(['Content-Type: multipart/mixed; boundary=b'], body)
  expect(mail.text).toBe('See below')
  expect(mail.files.map(({ name }) => name)).toEqual(['Forwarded email'])
})

test('names and texts are made safe to keep', async () => {
  const name = `=?utf-8?b?${Buffer.from('Robin\u202e\u0000 Example').toString('base64')}?=`
  const raw = Buffer.from(`From: ${name} <not an address>\r\nSubject: a\u0007b\r\nMessage-ID: <a b>\r\n\r\nx\u0000y`)
  const { mail } = await parseMail(raw)
  expect(mail).toMatchObject({ fromName: 'Robin Example', fromEmail: '', subject: 'ab', messageId: null, text: 'xy' })
})
