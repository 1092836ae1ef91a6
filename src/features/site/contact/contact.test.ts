import { beforeEach, expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'

const site = await siteOfFile({ demoData: false })
beforeEach(async () => {
  await site.sql`delete from rate_limits`
  await site.sql`delete from contact_enquiries`
})

const enquiry = {
  name: 'Robin Ostler',
  email: 'robin@ostler.example',
  company: 'Ostler & Daughters',
  phone: '01539 000000',
  subject: 'Criteria',
  message: 'First line\r\nsecond <b>line</b>',
}

const send = (body: unknown, headers: Record<string, string> = {}) => site.call('/api/contact', body, headers)
const post = (form: Record<string, string>) => site.post('/contact', form)
const stored = async () => [
  ...(await site.sql`select name, email, company, phone, subject, message from contact_enquiries order by received_at`),
]

test('an enquiry is stored as it was written', async () => {
  const response = await send({ ...enquiry, admin: true, id: 'x' })
  expect(response.status).toBe(200)
  expect(await response.json()).toEqual({
    success: true,
    message: "Thank you for your inquiry. We'll respond within 24 hours.",
  })
  expect(await stored()).toEqual([{ ...enquiry, message: 'First line\nsecond <b>line</b>' }])
})

test('the team gets it by mail, with the markup of a stranger as text', async () => {
  await site.sql`delete from mails`
  await send(enquiry)
  const [mail, ...more] = await site.sql`
    select kind, to_email, subject, text_body as text, html_body as html from mails where kind = 'contact-enquiry'`
  expect(more).toEqual([])
  expect(mail).toMatchObject({
    kind: 'contact-enquiry',
    to_email: site.services.brand.email,
    subject: 'Enquiry from the contact form',
  })
  for (const text of ['Robin Ostler', 'robin@ostler.example', 'Ostler & Daughters', 'Criteria', 'second <b>line</b>']) {
    expect(mail!.text).toContain(text)
  }
  expect(mail!.html).toContain('second &lt;b&gt;line&lt;/b&gt;')
})

test('the sender gets word that it has arrived, without a word of what was typed, and seldom', async () => {
  await site.sql`delete from mails`
  for (let count = 0; count < 4; count++)
    await send({ ...enquiry, email: count % 2 ? 'ROBIN@ostler.example' : enquiry.email })
  const mails = await site.sql<{ to_email: string; subject: string; text: string }[]>`
    select to_email, subject, text_body as text from mails where kind = 'contact-received'`
  expect(mails).toHaveLength(2)
  expect(await stored()).toHaveLength(4)
  for (const { to_email: to, subject, text } of mails) {
    expect(to.toLowerCase()).toBe('robin@ostler.example')
    expect(subject).toBe('We have received your message')
    expect(text).toContain("Thank you for your inquiry. We'll respond within 24 hours.")
    for (const typed of ['Robin', 'Daughters', 'Criteria', 'second', '01539']) expect(text).not.toContain(typed)
  }
})

test('organisation, phone and subject may be left out', async () => {
  expect((await send({ name: 'A', email: 'a@b.example', message: 'Hello', phone: null })).status).toBe(200)
  expect(await stored()).toEqual([
    { name: 'A', email: 'a@b.example', company: '', phone: '', subject: '', message: 'Hello' },
  ])
})

const refused: [string, Record<string, unknown>, string, string][] = [
  ['no name', { name: undefined }, 'name', 'Enter your name'],
  ['a blank name', { name: '   ' }, 'name', 'Enter your name'],
  ['no email', { email: '' }, 'email', 'Enter your email address'],
  ['half an email', { email: 'robin@ostler' }, 'email', 'Enter an email address, like name@example.com'],
  ['no message', { message: ' \n ' }, 'message', 'Enter your message'],
  ['a message that is no text', { message: ['x'] }, 'message', 'Enter your message'],
  [
    'a header in the subject',
    { subject: 'Hi\r\nBcc: all@b.example' },
    'subject',
    'Use letters, numbers and punctuation only, at most 200',
  ],
  [
    'a header in the email',
    { email: 'a@b.example\nBcc:c@d.example' },
    'email',
    'Use letters, numbers and punctuation only',
  ],
  ['an endless message', { message: 'x'.repeat(5001) }, 'message', 'Use at most 5,000 characters'],
]
test.each(refused)('%s is refused in words and stores nothing', async (_, change, field, message) => {
  const response = await send({ ...enquiry, ...change })
  expect(response.status).toBe(422)
  expect(await response.json()).toMatchObject({ kind: 'invalid', fields: [{ field, message }] })
  expect(await stored()).toEqual([])
})

test('what a program has filled in is answered and forgotten', async () => {
  expect((await send({ ...enquiry, internal_note: 'https://spam.example' })).status).toBe(200)
  expect(await stored()).toEqual([])
})

test('the sixth message in ten minutes has to wait, by either way', async () => {
  for (let count = 0; count < 5; count++) expect((await send(enquiry)).status).toBe(200)
  const response = await send(enquiry, { 'x-forwarded-for': '203.0.113.9' })
  expect(response.status).toBe(429)
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
  const page = await post(enquiry)
  expect(page.status).toBe(429)
  expect(await page.text()).toContain('You have sent several messages.')
  expect((await stored()).length).toBe(5)
})

test('without a script: stored, then thanked on a page that can be loaded again', async () => {
  const response = await post(enquiry)
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/contact?sent=1')
  expect((await stored()).length).toBe(1)
  const page = await (await fetch(`${site.origin}/contact?sent=1`)).text()
  expect(page).toContain('Message Sent')
  expect(page).toContain('Thank you for your inquiry. We&#x27;ll respond within 24 hours.')
})

test('without a script: a form with errors comes back with all that was typed', async () => {
  const response = await post({ ...enquiry, email: 'robin', message: '' })
  expect(response.status).toBe(422)
  expect(response.headers.get('cache-control')).toBe('no-store')
  const page = await response.text()
  expect(page).toContain('Enter an email address, like name@example.com')
  expect(page).toContain('Enter your message')
  expect(page).toContain('value="Robin Ostler"')
  expect(page).toContain('value="Ostler &amp; Daughters"')
  expect(page).toContain('value="robin"')
  expect(await stored()).toEqual([])
})

test('nothing of an enquiry is logged', async () => {
  await send(enquiry)
  expect(site.logged.join('\n')).not.toContain('ostler')
})

test('the office hours are those of the brand, as everywhere else', async () => {
  const page = await (await fetch(`${site.origin}/contact`)).text()
  for (const part of site.services.brand.officeHours.split('; '))
    expect(page.toLowerCase()).toContain(part.toLowerCase())
})
