import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { tryOutNotice } from '#domain/promotion-date.ts'
import { proveClaims } from '#test/prove-claims.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { content } from './content.ts'
import { joiningAddress } from './mails.ts'

let site: TestSite
/** The same when it is no demonstration. */
let real: TestSite
let now = new Date()
beforeAll(async () => {
  const options = { demoData: false, now: () => now }
  ;[site, real] = await Promise.all([openTestSite(options), openTestSite({ ...options, env: { mode: 'production' } })])
  await proveClaims(real, ['webinar-event'])
})
beforeEach(async () => {
  now = new Date('2025-08-01T12:00:00Z')
  await site.sql`delete from rate_limits`
  await site.sql`delete from webinar_sign_ups`
  await site.sql`delete from mails`
})
afterAll(async () => {
  await site.close()
  await real.close()
})

const person = { name: 'Perpetua Inkwell', email: 'perpetua@larkmoor.example' }

async function signUp(more: Record<string, unknown> = {}, { origin } = site): Promise<Response> {
  return await fetch(`${origin}/api/webinar-sign-ups`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin },
    body: JSON.stringify({ ...person, ...more }),
  })
}

async function postForm(form: Record<string, string>, { origin } = site): Promise<Response> {
  return await fetch(`${origin}/webinar`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin },
    body: new URLSearchParams(form),
  })
}

async function html(path = '/webinar', { origin } = site): Promise<string> {
  return await (await fetch(origin + path)).text()
}

async function counts({ sql } = site) {
  const [row] = await sql`
    select (select count(*) from webinar_sign_ups) as people, (select count(*) from mails) as mails`
  return row!
}

describe('a sign-up', () => {
  test('is stored once for an address, mailed once, and answered alike', async () => {
    const replies = await Promise.all(
      Array.from({ length: 20 }, (_, index) => signUp(index % 2 ? { email: person.email.toUpperCase() } : {})),
    )
    expect(replies.every(({ status }) => status === 201)).toBe(true)
    const bodies = await Promise.all(replies.map((reply) => reply.text()))
    expect(new Set(bodies).size).toBe(1)
    expect(await counts()).toEqual({ people: 1, mails: 1 })
  })

  test('brings a mail with the link and a calendar file', async () => {
    await signUp()
    const [mail] = await site.sql`
      select m.to_email, m.text_body, a.content_type, a.method, convert_from(a.content, 'UTF8') as file
      from mails as m join mail_attachments as a on a.mail_id = m.id`
    expect(mail).toMatchObject({ to_email: person.email, content_type: 'text/calendar', method: 'PUBLISH' })
    for (const text of [joiningAddress, '23 August 2025', '6 PM BST', '90 minutes plus Q&A', '48 hours']) {
      expect(mail!.text_body).toContain(text)
    }
    const file: string = mail!.file
    for (const line of [
      'UID:webinar-2025-08-23@beaa.example',
      'DTSTART:20250823T170000Z',
      'DTEND:20250823T183000Z',
      'METHOD:PUBLISH',
      'SEQUENCE:0',
      `URL:${joiningAddress}`,
    ]) {
      expect(file).toContain(`\r\n${line}\r\n`)
    }
  })

  test('of a program that fills in the hidden field is not stored', async () => {
    expect((await signUp({ [honeypotName]: 'x' })).status).toBe(201)
    expect(await counts()).toEqual({ people: 0, mails: 0 })
  })

  test.each<[Record<string, unknown>, Record<string, string>]>([
    [{ name: ' ' }, { name: 'Enter your name' }],
    [{ email: '' }, { email: 'Enter your email address' }],
    [{ email: 'nobody' }, { email: 'Enter an email address, like name@example.com' }],
    [
      { name: ['x'], email: 7 },
      { name: 'Enter your name', email: 'Enter your email address' },
    ],
    [{ name: 'a\r\nBcc: b@c.example' }, { name: 'Use letters, numbers and punctuation only' }],
  ])('like %p is refused', async (more, sentences) => {
    const response = await signUp(more)
    expect(response.status).toBe(422)
    const { fields } = (await response.json()) as { fields: { field: string; message: string }[] }
    expect(Object.fromEntries(fields.map(({ field, message }) => [field, message]))).toEqual(sentences)
    expect(await counts()).toEqual({ people: 0, mails: 0 })
  })

  test('is asked to wait in a flood', async () => {
    await signUp()
    await site.sql`update rate_limits set count = 1000 where key like 'webinar-sign-ups:%'`
    expect((await signUp()).status).toBe(429)
    expect((await postForm(person)).status).toBe(429)
  })
})

describe('without a script', () => {
  test('either form leads to the confirmation', async () => {
    const response = await postForm({ ...person, form: 'registration' })
    expect(response.status).toBe(303)
    const location = response.headers.get('location')!
    expect(location).toMatch(/^\/webinar\?signed-up=[0-9a-f-]{36}#registration$/)
    const page = await html(location.replace('#registration', ''))
    for (const text of [content.confirmed, 'check your spam folder', 'Add to calendar']) expect(page).toContain(text)
    expect(page).not.toContain('name="form"')
    expect(page).not.toContain(person.email)
    expect((await postForm({ ...person })).headers.get('location')).toBe(location)
    expect((await fetch(`${site.origin}/webinar?signed-up=${crypto.randomUUID()}`)).status).toBe(404)
  })

  test('both forms keep what was typed, and one lists what is wrong', async () => {
    const response = await postForm({ name: 'A "B"', email: 'nobody', form: 'registration' })
    expect(response.status).toBe(422)
    const page = await response.text()
    expect(page.match(/value="A &quot;B&quot;"/g)).toHaveLength(2)
    expect(page.match(/href="#registration-email"/g)).toHaveLength(1)
    expect(page).not.toContain('href="#hero-email"')
  })
})

describe('the page', () => {
  test('holds the documented sections, facts and claims, all from the content file', async () => {
    const page = (await html()).replaceAll('&amp;', '&')
    for (const id of ['hero', 'speaker', 'learn', 'audience', 'details', 'results', 'urgency', 'registration']) {
      expect(page).toContain(`id="${id}"`)
    }
    for (const text of [
      'Only 47 spots left',
      'Only 23 spots left',
      '£2,500',
      '100',
      '30 seconds',
      'expires at midnight',
      '23 August 2025',
      '6 PM BST',
      '90 minutes plus Q&A',
      '48 hours',
    ]) {
      expect(page).toContain(text)
    }
    expect(page).toContain('href="#registration"')
    expect(page).not.toContain(joiningAddress)
    expect(page).not.toContain(' style=')
  })

  const started = 'The webinar started on 23 August 2025 at 6 PM BST. Sign-up is closed.'

  test('that is past says so, makes no claims of scarcity, and takes nobody', async () => {
    now = new Date('2026-11-21T12:00:00Z')
    const page = await html('/webinar', real)
    expect(page).toContain(content.past)
    expect(page).toContain(started)
    for (const text of ['spots left', 'midnight', 'name="form"', 'Reserve my free place', tryOutNotice]) {
      expect(page).not.toContain(text)
    }
    expect((await signUp({}, real)).status).toBe(409)
    const response = await postForm(person, real)
    expect(response.status).toBe(409)
    expect(await response.text()).toContain(started)
    expect(await counts(real)).toEqual({ people: 0, mails: 0 })
  })

  test('that is past can still be tried in the demonstration, which says so', async () => {
    expect(await html()).not.toContain(tryOutNotice)
    now = new Date('2026-11-21T12:00:00Z')
    const page = await html()
    expect(page.split(tryOutNotice)).toHaveLength(3)
    expect(page.match(/name="form"/g)).toHaveLength(2)
    for (const text of ['23 August 2025', '6 PM BST', 'spots left']) expect(page).toContain(text)
    const response = await postForm(person)
    expect(response.status).toBe(303)
    const confirmation = await html(response.headers.get('location')!.replace('#registration', ''))
    for (const text of [content.confirmed, 'Add to calendar']) expect(confirmation).toContain(text)
    expect(await counts()).toEqual({ people: 1, mails: 1 })
  })

  test('closes at its minute, though the page of its day was asked for before', async () => {
    now = new Date('2025-08-23T16:59:00Z')
    expect(await html('/webinar', real)).toContain('name="form"')
    expect((await signUp({}, real)).status).toBe(201)
    now = new Date('2025-08-23T17:00:00Z')
    const response = await fetch(`${real.origin}/webinar`)
    expect(response.headers.get('x-robots-tag')).toBe('all')
    expect(await response.text()).toContain(started)
    expect((await signUp({ email: 'other@larkmoor.example' }, real)).status).toBe(409)
  })
})
