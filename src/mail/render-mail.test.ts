import { expect, test } from 'bun:test'
import { defaultBrand } from '#brand.ts'
import { readEnv } from '#env.ts'
import type { MailBlock } from './mail-draft.ts'
import { renderMail } from './queue-mail.ts'

const read = readEnv({ PUBLIC_URL: 'https://register.example' })
if ('problems' in read) throw new Error(read.problems.join())
const services = { env: read.env, brand: defaultBrand }

function render(body: MailBlock[], more: { subject?: string; name?: string } = {}) {
  const { subject = 'A subject', name = 'Robin Example' } = more
  return renderMail(
    { kind: 'test', causedBy: 'system', to: { name, email: 'robin@harbour.example' }, subject, body },
    services,
  )
}

test('every kind of block stands in both parts', () => {
  const { text, html } = render([
    { kind: 'heading', text: 'What happens next' },
    { kind: 'paragraph', text: 'First line\nsecond line' },
    { kind: 'list', items: ['one', 'two', 'two'] },
    {
      kind: 'facts',
      facts: [
        { term: 'Venue', details: 'Old Harbour\nWhitby' },
        { term: 'Website', details: '' },
        { term: 'Phone', details: null },
      ],
    },
    { kind: 'button', label: 'Go on', href: '/checkout/listing/1' },
    { kind: 'button', label: 'Elsewhere', href: 'https://elsewhere.example/?a=1&b=2' },
  ])
  expect(text).toBe(`What happens next
-----------------

First line
second line

- one
- two
- two

Venue: Old Harbour
  Whitby

Go on:
https://register.example/checkout/listing/1

Elsewhere:
https://elsewhere.example/?a=1&b=2

-- 
British Events Accreditation Authority
3 Guild Court, Manchester, M2 7ZZ
0161 496 0142 | hello@beaa.example
Registered in England and Wales.
`)
  expect(html).toStartWith('<!doctype html><html lang="en-GB">')
  for (const piece of [
    '>What happens next</h2>',
    'First line\nsecond line</p>',
    '>two</li>',
    '>Venue</th>',
    'href="https://register.example/checkout/listing/1"',
    'href="https://elsewhere.example/?a=1&amp;b=2"',
    'British Events Accreditation Authority',
    'hello@beaa.example',
  ])
    expect(html).toContain(piece)
  expect(html).not.toContain('>Website<')
  // Nothing is fetched by opening a mail, and nothing runs.
  expect(html).not.toMatch(/<(img|script|link|iframe|form)\b|url\(/i)
})

test('what a person typed is text in either part', () => {
  const hostile = '<img src=x onerror=alert(1)></p><a href="https://evil.example">Click</a>&amp;"\'</title></style>'
  const { text, html } = render(
    [
      { kind: 'heading', text: hostile },
      { kind: 'paragraph', text: hostile },
      { kind: 'list', items: [hostile] },
      { kind: 'facts', facts: [{ term: 'Title', details: hostile }] },
    ],
    { subject: hostile, name: hostile },
  )
  expect(html).not.toContain('<img')
  expect(html).not.toContain('evil.example">Click</a>')
  expect(html.match(/<\/title>/g)).toHaveLength(1)
  expect(html.match(/<\/style>/g)).toHaveLength(1)
  expect(text.split(hostile)).toHaveLength(5)
})

test('a subject and a name are one line, whatever was typed', () => {
  const line = 'Hello\r\nBcc: all@evil.example\u0000\u2028\u202e \ud800 there'
  const { subject, toName } = render([], { subject: line, name: line })
  expect(subject).toBe('Hello Bcc: all@evil.example \ufffd there')
  expect(toName).toBe(subject)
  expect([...render([], { subject: '😀'.repeat(500) }).subject]).toHaveLength(200)
})

test('characters that the database refuses are left out of the parts', () => {
  const { text, html } = render([{ kind: 'paragraph', text: 'a\u0000b\u0007c\td\r\ne\ud800' }])
  expect(text).toStartWith('abc\td\ne\ufffd')
  expect(html).toContain('abc\td\ne\ufffd</p>')
})

test('what is about an application leads to its page, once', () => {
  const about = (href: string) =>
    renderMail(
      {
        kind: 'test',
        causedBy: 'staff',
        application: 'a-1',
        to: { name: '', email: 'robin@harbour.example' },
        subject: 'A subject',
        body: [{ kind: 'button', label: 'Send evidence', href }],
      },
      services,
    ).text
  const home = 'See your application:\nhttps://register.example/my-applications/a-1'
  expect(about('/evidence/a-1')).toContain(home)
  for (const href of ['/my-applications/a-1', '/access/token']) expect(about(href)).not.toContain(home)
  expect(render([{ kind: 'button', label: 'Go on', href: '/evidence/a-1' }]).text).not.toContain('See your application')
})
