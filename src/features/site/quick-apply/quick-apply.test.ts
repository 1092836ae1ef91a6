import { beforeEach, describe, expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { consent } from './rules.ts'

const site = await siteOfFile({ demoData: false })
beforeEach(async () => {
  await site.sql`delete from rate_limits`
  await site.sql`delete from quick_apply_leads`
})

const lead = {
  companyName: 'Larkmoor & Fettle Events Ltd',
  hasTicketedEvents: true,
  wantsMoreAttendance: false,
  name: 'Perpetua Inkwell',
  email: 'perpetua@larkmoor.example',
  phone: '0161 496 0177',
}

async function post(body: unknown): Promise<Response> {
  return await site.call('/api/quickapply-lead', body)
}

async function postForm(form: Record<string, string>): Promise<Response> {
  return await site.post('/quickapply', form)
}

async function leads() {
  return [...(await site.sql`select * from quick_apply_leads order by created_at`)]
}

describe('a lead', () => {
  test('is stored as it was sent, and every company qualifies', async () => {
    const response = await post({ ...lead, hasTicketedEvents: false, wantsMoreAttendance: false })
    expect(response.status).toBe(201)
    expect(await response.json()).toEqual({ qualified: true })
    expect(await leads()).toEqual([
      expect.objectContaining({
        company_name: lead.companyName,
        has_ticketed_events: false,
        wants_more_attendance: false,
        name: lead.name,
        email: lead.email,
        phone: lead.phone,
        marketing_consent: null,
      }),
    ])
  })

  test('sent twice, twenty times at once, or in other letters is stored once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(lead)))
    expect(answers.every(({ status }) => status === 201)).toBe(true)
    await post({ ...lead, email: lead.email.toUpperCase(), companyName: ` ${lead.companyName.toUpperCase()} ` })
    expect(await leads()).toHaveLength(1)
    await post({ ...lead, phone: '0161 496 0178' })
    expect(await leads()).toHaveLength(2)
  })

  test('keeps the wording that was agreed to, and only when it was', async () => {
    await post({ ...lead, marketing_consent: 'anything', marketingConsentText: 'anything' })
    expect((await leads())[0]!.marketing_consent).toBeNull()
    await post({ ...lead, marketingConsent: true })
    await post(lead)
    expect((await leads())[0]!.marketing_consent).toBe(consent)
  })

  test('whose hidden field is filled in is answered alike and not stored', async () => {
    const response = await post({ ...lead, [honeypotName]: 'buy now' })
    expect([response.status, await response.json()]).toEqual([201, { qualified: true }])
    expect(await leads()).toEqual([])
  })

  test('answers may be said in words', async () => {
    await post({ ...lead, hasTicketedEvents: 'yes', wantsMoreAttendance: 'no' })
    expect((await leads())[0]).toMatchObject({ has_ticketed_events: true, wants_more_attendance: false })
  })
})

describe('what is refused', () => {
  test('missing fields, each with its sentence', async () => {
    const response = await post({})
    expect(response.status).toBe(422)
    const { fields } = (await response.json()) as { fields: { field: string; message: string }[] }
    expect(Object.fromEntries(fields.map(({ field, message }) => [field, message]))).toEqual({
      companyName: 'Enter the name of your organisation, company or committee',
      hasTicketedEvents: 'Say whether you run ticketed events',
      wantsMoreAttendance: 'Say whether you would like more people to attend',
      name: 'Enter your name',
      email: 'Enter your email address',
      phone: 'Enter your phone number',
    })
  })

  test.each<[string, Record<string, unknown>]>([
    ['an answer that is neither', { hasTicketedEvents: 'perhaps' }],
    ['a number as answer', { wantsMoreAttendance: 1 }],
    ['no mail address', { email: 'perpetua' }],
    ['a line break in the address', { email: 'a@b.example\r\nBcc: c@d.example' }],
    ['a company of 201 characters', { companyName: 'x'.repeat(201) }],
    ['a list as name', { name: ['x'] }],
    ['consent in words', { marketingConsent: 'yes please' }],
  ])('%s', async (_, more) => {
    const response = await post({ ...lead, ...more })
    expect(response.status).toBe(422)
    expect(await leads()).toEqual([])
  })

  test('a flood', async () => {
    await post(lead)
    await site.sql`update rate_limits set count = 1000 where key like 'quickapply-lead:%'`
    const response = await post(lead)
    expect(response.status).toBe(429)
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(0)
    const page = await postForm(formOf('contact'))
    expect(page.status).toBe(429)
    expect(await page.text()).toContain('Please try again or contact support.')
  })
})

describe('without a script', () => {
  test('each post shows the next step with the answers so far, and the last stores them', async () => {
    const first = await postForm({ step: 'company', companyName: 'A "quoted" <b>Ltd</b>' })
    expect(first.status).toBe(200)
    const questions = await first.text()
    expect(questions).toContain('value="A &quot;quoted&quot; &lt;b&gt;Ltd&lt;/b&gt;"')
    expect(questions).toContain('name="hasTicketedEvents"')
    expect(first.headers.get('cache-control')).toBe('no-store')

    const second = await postForm({ ...formOf('questions') })
    expect(await second.text()).toContain('name="phone"')

    const third = await postForm(formOf('contact'))
    expect(third.status).toBe(303)
    expect(third.headers.get('location')).toBe('/apply-accreditation')
    expect(await leads()).toHaveLength(1)
  })

  test('back keeps what was answered', async () => {
    const html = await (await postForm({ ...formOf('contact'), go: 'back', phone: '' })).text()
    expect(html).toContain('name="hasTicketedEvents"')
    expect(html).toContain(`name="email" value="${lead.email}"`)
  })

  test.each([
    ['company', { companyName: ' ' }, 'Enter the name of your organisation, company or committee'],
    ['questions', { hasTicketedEvents: '' }, 'Say whether you run ticketed events'],
    ['contact', { email: 'nobody' }, 'Enter an email address, like name@example.com'],
  ])('the step %s says what is missing and keeps the rest', async (step, more, sentence) => {
    const response = await postForm({ ...formOf(step), ...more })
    expect(response.status).toBe(422)
    const html = await response.text()
    expect(html).toContain(sentence)
    expect(html).toContain('Error: ')
    expect(await leads()).toEqual([])
  })

  test('steps cannot be skipped to store less than a whole lead', async () => {
    const response = await postForm({ ...formOf('contact'), companyName: '', hasTicketedEvents: '' })
    expect(response.status).toBe(422)
    expect(await leads()).toEqual([])
  })
})

test('the page is public, kept, and holds the documented claims', async () => {
  const response = await fetch(`${site.origin}/quickapply`)
  expect(response.headers.get('cache-control')).toBe('no-cache')
  const html = await response.text()
  for (const text of ['Over 500', 'accredited events', '40%', 'average attendance increase']) {
    expect(html).toContain(text)
  }
  expect(html).not.toContain(' style=')
  // Without a script nothing would ever enable it.
  expect(html).not.toMatch(/<button[^>]*\sdisabled[\s=>]/)
})

function formOf(step: string): Record<string, string> {
  return { ...lead, hasTicketedEvents: 'yes', wantsMoreAttendance: 'no', step }
}
