import { describe, expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'

const site = await siteOfFile({ demoData: false })

const answers = {
  name: 'Larkmoor & Fettle Events',
  contactName: 'Odo Quill',
  email: 'odo@larkmoor.example',
  phone: '0161 496 0178',
  companyNo: '99000001',
  title: 'Bobbin <Fair>',
  category: 'Other',
  eventType: 'physical',
  venue: 'The Bobbin Hall',
}

async function post(step: string, form: Record<string, string>, origin = site.origin) {
  const response = await fetch(`${site.origin}/apply-accreditation?step=${step}`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
    body: new URLSearchParams(form).toString(),
    redirect: 'manual',
  })
  return { response, html: await response.text() }
}

/** The value that a field of the answered page carries, hidden or not. */
function valueIn(html: string, name: string): string | null {
  const tag = html.match(new RegExp(`<input[^>]*name="${name}"[^>]*>`))?.[0]
  return tag?.match(/value="([^"]*)"/)?.[1] ?? null
}

describe('the wizard as ordinary posts', () => {
  test('shows what is missing beside what was typed', async () => {
    const { response, html } = await post('organisation', { ...answers, email: 'odo', go: 'next' })
    expect(response.status).toBe(422)
    expect(html).toContain('Please fix the following errors')
    expect(html).toContain('Please enter a valid email address')
    expect(valueIn(html, 'contactName')).toBe('Odo Quill')
    expect(html.match(/<input[^>]*name="email"[^>]*>/)![0]).toContain('aria-invalid="true"')
    expect(html.match(/<input[^>]*name="contactName"[^>]*>/)![0]).not.toContain('aria-invalid="true"')
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('carries the answers from step to step, forward and back', async () => {
    const next = await post('organisation', { ...answers, go: 'next' })
    expect(next.response.status).toBe(200)
    expect(next.html).toContain('Step 2 of 4')
    expect(valueIn(next.html, 'email')).toBe(answers.email)
    expect(valueIn(next.html, 'title')).toBe('Bobbin &lt;Fair&gt;')
    const back = await post('event', { ...answers, title: '', go: 'previous' })
    expect(back.html).toContain('Step 1 of 4')
    const change = await post('review', { ...answers, go: 'change venue' })
    expect(change.html).toContain('Step 2 of 4')
    expect(valueIn(change.html, 'couponCode')).toBe('')
    const removed = await post('review', { ...answers, couponCode: 'LAUNCH100', go: 'remove-coupon' })
    expect(removed.html).toContain('Step 4 of 4')
    expect(valueIn(removed.html, 'couponCode')).toBe('')
  })

  test('submits once, however often it is sent, and leads on with the cookie of the applicant', async () => {
    const submissionKey = crypto.randomUUID()
    const [first, second] = await Promise.all([
      post('review', { ...answers, submissionKey, couponCode: 'launch100', go: 'next' }),
      post('review', { ...answers, submissionKey, couponCode: 'launch100', go: 'next' }),
    ])
    expect([first.response.status, second.response.status]).toEqual([303, 303])
    const to = first.response.headers.get('location')!
    expect(second.response.headers.get('location')).toBe(to)
    const id = to.replace('/pre-approved?application_id=', '')
    const [row] = await site.sql`select status, coupon_code from applications where id = ${id}`
    expect(row).toEqual({ status: 'approved', coupon_code: 'LAUNCH100' })
    const cookie = first.response.headers.get('set-cookie')!
    expect(cookie).toContain(id)
    expect(cookie).toContain('HttpOnly')
    const page = await (await fetch(site.origin + to)).text()
    expect(page).toContain('Bobbin &lt;Fair&gt;')
    expect(page).toContain(`/checkout/listing/${id}`)
  })

  test('sent again after a lost answer, it leaves no unfinished application behind', async () => {
    const sent = { ...answers, email: 'lost@larkmoor.example', submissionKey: crypto.randomUUID(), go: 'next' }
    const tries = [await post('review', sent), await post('review', sent)]
    expect(tries.map(({ response }) => response.status)).toEqual([303, 303])
    expect(await site.sql`select from application_drafts where answers ->> 'email' = ${sent.email}`).toHaveLength(0)
  })

  test.each([
    ['the event', { title: 'Spindle Fair' }],
    ['the organisation', { phone: '0161 496 0179' }],
  ])(
    'sent again with %s changed, it is said that the first stands; from there it is one of its own',
    async (_, change) => {
      const submissionKey = crypto.randomUUID()
      const first = await post('review', { ...answers, submissionKey, go: 'next' })
      const id = first.response.headers.get('location')!.replace('/pre-approved?application_id=', '')
      const [stored] = await site.sql`select reference from applications where id = ${id}`

      const again = await post('review', { ...answers, ...change, submissionKey, go: 'next' })
      expect(again.response.status).toBe(409)
      expect(again.html).toContain('We already have your application')
      expect(again.html).toContain(stored!.reference)
      expect(again.html).toContain(`href="/my-applications/${id}"`)
      expect(again.response.headers.get('set-cookie')).toContain(id)
      const [name, value] = Object.entries(change)[0]!
      expect(valueIn(again.html, name)).toBe(value)
      const [row] = await site.sql`
      select a.event_draft ->> 'title' as title, o.phone from applications a
      join organisations o on o.id = a.organisation_id where a.id = ${id}`
      expect(row).toEqual({ title: answers.title, phone: answers.phone })

      const ownKey = valueIn(again.html, 'submissionKey')!
      expect(ownKey).not.toBe(submissionKey)
      const second = await post('review', { ...answers, ...change, submissionKey: ownKey, go: 'next' })
      expect(second.response.status).toBe(303)
      const own = second.response.headers.get('location')!.replace('/pre-approved?application_id=', '')
      expect(own).not.toBe(id)
      const [made] = await site.sql`
      select a.event_draft ->> 'title' as title, o.phone from applications a
      join organisations o on o.id = a.organisation_id where a.id = ${own}`
      expect(made).toEqual({ title: answers.title, phone: answers.phone, [name]: value })
    },
  )

  test('an incomplete one goes back to the step that lacks something', async () => {
    const { response, html } = await post('review', { ...answers, phone: '', go: 'next' })
    expect(response.status).toBe(422)
    expect(html).toContain('Step 1 of 4')
    expect(html).toContain('Phone number is required')
  })

  test.each([
    ['review', { go: '../../admin' }],
    ['nonsense', { go: 'change __proto__' }],
    ['review', { ...answers, submissionKey: 'x', website: 'javascript:alert(1)', go: 'next' }],
    ['event', { ...answers, eventType: 'secret', category: '<script>', capacity: '1e9', latitude: 'NaN', go: 'next' }],
  ])('an odd post (%#) is answered with a page', async (step, form) => {
    const { response, html } = await post(step, form as Record<string, string>)
    expect([200, 422]).toContain(response.status)
    expect(html).not.toContain('<script>"')
  })
})

describe('the address of the wizard', () => {
  test.each([
    ['organisation', 'Organisation Details (step 1 of 4)'],
    ['event', 'Event Details (step 2 of 4)'],
    ['compliance', 'Compliance &amp; Evidence (step 3 of 4)'],
    ['review', 'Declaration &amp; Review (step 4 of 4)'],
  ])('%s names its step in the title, visited and posted to', async (step, name) => {
    const title = `<title>${name} – Apply for Event Accreditation – `
    expect(await (await fetch(`${site.origin}/apply-accreditation?step=${step}`)).text()).toContain(title)
    expect((await post(step, { ...answers, go: 'stay' })).html).toContain(title)
  })

  test.each([
    '/apply-accreditation',
    '/accreditation',
    '/apply-accreditation?step=event',
    '/apply-accreditation?step=%00&coupon=%22%3E%3Cb%3E',
  ])('%s is the same screen and holds nothing of anyone', async (path) => {
    const response = await fetch(site.origin + path)
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(html).toContain('Apply for Event Accreditation')
    if (path !== '/apply-accreditation?step=event')
      expect(html).toContain(`rel="canonical" href="${site.origin}/apply-accreditation"`)
    expect(html).not.toContain('"><b>')
  })
})
