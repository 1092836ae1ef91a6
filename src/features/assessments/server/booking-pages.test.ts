import { beforeEach, describe, expect, test } from 'bun:test'
import { ownershipCookie } from '#requests/ownership.ts'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { siteOfFile } from '#test/of-file.ts'
import { callToken } from './call-token.ts'

let now = new Date('2026-11-20T12:00:00Z')

const site = await siteOfFile({ demoData: false, now: () => now })
beforeEach(async () => {
  now = new Date('2026-11-20T12:00:00Z')
  await emptyTables(
    site.sql,
    'assessment_call_outcomes, assessment_calls, assessment_slots, mails, mail_attachments, crm_updates, crm_deliveries, rate_limits',
  )
})

const cookieOf = (application: AddedApplication) =>
  ownershipCookie('', [application.organisationId, application.id], site.services).split(';')[0]!

async function get(path: string, cookie = '') {
  const response = await site.get(path, { cookie })
  return { status: response.status, html: await response.text(), headers: response.headers }
}

async function post(path: string, form: Record<string, string>, cookie = '', origin = site.origin) {
  const response = await fetch(site.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, cookie },
    body: new URLSearchParams(form),
  })
  return { status: response.status, html: await response.text(), location: response.headers.get('location') }
}

async function addCall(time = '10:00', day = '2026-11-24') {
  const application = await addApplication(site.sql)
  await site.sql`insert into assessment_slots (day, time) values (${day}, ${time}) on conflict do nothing`
  const [row] = await site.sql`
    insert into assessment_calls (application_id, day, time, phone, message, selected_options)
    values (${application.id}, ${day}, ${time}, '0161 496 0177', '', '{gold}') returning id`
  const id = row!.id as string
  return { id, application, path: `/booking/${callToken(id, site.services.env)}` }
}
const stored = async (id: string) =>
  (await site.sql`select day, time, state, sequence from assessment_calls where id = ${id}`)[0]
const files = async () =>
  await site.sql`select a.method, convert_from(a.content, 'UTF8') as text, m.kind
    from mail_attachments a join mails m on m.id = a.mail_id order by m.id`

describe('the dialog without a script', () => {
  const path = (application: AddedApplication, more = '') =>
    `/pre-approved?application_id=${application.id}&book=1&level=gold${more}`

  test('is part of the page, with the times of the day that was asked for', async () => {
    await addCall('09:00')
    const application = await addApplication(site.sql)
    const { html, headers } = await get(path(application, '&date=2026-11-24'), cookieOf(application))
    expect(html).toContain('Book your <!-- -->15<!-- -->-minute assessment call'.replaceAll('<!-- -->', ''))
    expect(html).toMatch(/<input[^>]*disabled=""[^>]*value="09:00"|<input[^>]*value="09:00"[^>]*disabled=""/)
    expect(html).toContain('Gold Standard Accreditation')
    expect(headers.get('cache-control')).toContain('no-store')
    const weekend = await get(path(application, '&date=2026-11-21'), cookieOf(application))
    expect(weekend.html).toContain('There are no free times on this day.')
    expect(weekend.html).toContain('Monday 23 November 2026 at 09:00')
  })

  test('books by an ordinary post, and the page says so to who has applied alone', async () => {
    const application = await addApplication(site.sql)
    const cookie = cookieOf(application)
    const form = {
      preferredDate: '2026-11-24',
      preferredTime: '14:00',
      phone: '0161 496 0177',
      message: '',
      selectedOptions: 'gold,listed',
    }
    const { status, location } = await post(path(application), form, cookie)
    expect(status).toBe(303)
    expect(location).toBe(`/pre-approved?application_id=${application.id}#call`)
    const own = await get(location!, cookie)
    expect(own.html).toContain('Assessment Call Booked!')
    expect(own.html).toContain('Tuesday 24 November 2026 at 14:00')
    const others = await get(location!)
    expect(others.html).not.toContain('Assessment Call Booked!')
    expect(others.html).not.toContain('/booking/')
    const [row] = await site.sql`select crm_status, crm_options, status from applications where id = ${application.id}`
    expect(row).toEqual({ crm_status: 'assessment_requested', crm_options: ['listed', 'gold'], status: 'submitted' })
  })

  test('comes back as it was filled in, with what is wrong', async () => {
    const application = await addApplication(site.sql)
    const form = {
      preferredDate: '2026-11-24',
      preferredTime: '',
      phone: '',
      message: 'Ring <twice>',
      selectedOptions: '',
    }
    const { status, html } = await post(path(application), form, cookieOf(application))
    expect(status).toBe(422)
    expect(html).toContain('Choose one of the times')
    expect(html).toContain('Enter your phone number')
    expect(html).toContain('Ring &lt;twice&gt;')
  })

  test('tells the next free times when another was faster', async () => {
    await addCall('10:00')
    const application = await addApplication(site.sql)
    const form = {
      preferredDate: '2026-11-24',
      preferredTime: '10:00',
      phone: '0161 496 0177',
      message: '',
      selectedOptions: '',
    }
    const { status, html } = await post(path(application), form, cookieOf(application))
    expect(status).toBe(409)
    expect(html).toContain('This time is not free.')
    expect(html).toContain('date=2026-11-24&amp;time=11%3A00')
  })

  test('is closed to who holds the link alone, whose post books nothing; no phone is shown', async () => {
    const application = await addApplication(site.sql, { organisation: { phone: '0161 496 0111' } })
    const { html } = await get(path(application))
    expect(html).toContain('Only the browser that applied can book the call.')
    expect(html).toContain('href="/access"')
    expect(html).not.toContain('0161 496 0111')
    const form = { preferredDate: '2026-11-24', preferredTime: '10:00', phone: '0161 496 0177' }
    expect((await post(path(application), form)).status).toBe(403)
    expect((await post(path(application), form, cookieOf(application), 'https://evil.example')).status).toBe(403)
    expect((await site.sql`select from assessment_calls`).length).toBe(0)
  })
})

test('a rejected application has no dialog, its post books nothing, and a cancelled call offers no other', async () => {
  const { application, path } = await addCall('10:00')
  await site.sql`update applications set status = 'rejected' where id = ${application.id}`
  const cookie = cookieOf(application)
  expect((await get(path)).html).not.toContain('book another call')
  expect((await post(path, { intent: 'cancel' })).status).toBe(303)
  const cancelled = await get(path)
  expect(cancelled.html).toContain('The call is cancelled')
  expect(cancelled.html).not.toMatch(/book another call/i)
  expect(cancelled.html).toContain('See the status of your application')
  const mails = await site.sql`select html_body from mails where kind = 'assessment-call-cancelled'`
  expect(mails).toHaveLength(1)
  expect(mails[0]!.html_body).not.toContain('Book another call')

  const page = `/pre-approved?application_id=${application.id}&book=1`
  expect((await get(page, cookie)).html).not.toContain('Book the call')
  const form = {
    preferredDate: '2026-11-24',
    preferredTime: '14:00',
    phone: '0161 496 0177',
    message: '',
    selectedOptions: '',
  }
  const refused = await post(page, form, cookie)
  expect(refused.status).toBe(409)
  expect(refused.html).toContain('book an assessment call for it')
  expect((await site.sql`select from assessment_calls where state = 'booked'`).length).toBe(0)
})

describe('the link of the mail', () => {
  test('looking changes nothing', async () => {
    const { id, path } = await addCall()
    const { status, html, headers } = await get(path)
    expect(status).toBe(200)
    expect(html).toContain('Tuesday 24 November 2026 at 10:00')
    expect(headers.get('x-robots-tag')).toContain('noindex')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    await get(`${path}?intent=cancel`)
    expect(await stored(id)).toEqual({ day: '2026-11-24', time: '10:00', state: 'booked', sequence: 0 })
  })

  test('moves the call: the same entry, one change further, and the old time is free', async () => {
    const { id, path } = await addCall()
    const { status, location } = await post(path, {
      intent: 'move',
      preferredDate: '2026-11-25',
      preferredTime: '16:00',
    })
    expect([status, location]).toEqual([303, `${path}?moved=1`])
    expect((await get(location!)).html).toContain('The call is moved')
    expect(await stored(id)).toEqual({ day: '2026-11-25', time: '16:00', state: 'booked', sequence: 1 })
    const mailed = await files()
    expect(mailed).toHaveLength(2)
    for (const { method, text } of mailed) {
      expect(method).toBe('REQUEST')
      for (const line of [`UID:assessment-call-${id}@beaa.example`, 'SEQUENCE:1', 'DTSTART:20261125T160000Z']) {
        expect(text).toContain(`\r\n${line}\r\n`)
      }
    }
    const times = await (await fetch(`${site.origin}/api/assessment-times?date=2026-11-24`)).json()
    expect(times.times).toContain('10:00')
  })

  test('cancels once: mails, the CRM and the slot; then another call can be booked', async () => {
    const { id, path, application } = await addCall()
    for (const _ of [1, 2]) expect((await post(path, { intent: 'cancel' })).status).toBe(303)
    expect(await stored(id)).toMatchObject({ state: 'cancelled', sequence: 1 })
    const mailed = await files()
    expect(mailed).toHaveLength(2)
    for (const { method, text } of mailed) {
      expect(method).toBe('CANCEL')
      for (const line of [
        `UID:assessment-call-${id}@beaa.example`,
        'METHOD:CANCEL',
        'STATUS:CANCELLED',
        'SEQUENCE:1',
      ]) {
        expect(text).toContain(`\r\n${line}\r\n`)
      }
    }
    const [row] = await site.sql`select crm_status, status from applications where id = ${application.id}`
    expect(row).toEqual({ crm_status: 'assessment_cancelled', status: 'submitted' })
    expect((await get(path)).html).toContain('The call is cancelled')
    expect((await post(path, { preferredDate: '2026-11-25', preferredTime: '16:00' })).status).toBe(409)
    const again = await post(
      `/pre-approved?application_id=${application.id}&book=1`,
      { preferredDate: '2026-11-24', preferredTime: '10:00', phone: '0161 496 0177', message: '', selectedOptions: '' },
      cookieOf(application),
    )
    expect(again.status).toBe(303)
  })

  test('a taken time, a weekend and no time at all are refused with words', async () => {
    const { id, path } = await addCall()
    await addCall('11:00')
    const taken = await post(path, { preferredDate: '2026-11-24', preferredTime: '11:00' })
    expect(taken.status).toBe(409)
    expect(taken.html).toContain('This time is not free.')
    expect(taken.html).toContain('Tuesday 24 November 2026 at 14:00')
    const weekend = await post(path, { preferredDate: '2026-11-22', preferredTime: '11:00' })
    expect(weekend.status).toBe(422)
    expect(weekend.html).toContain('Choose a day from Monday to Friday')
    const none = await post(path, { preferredDate: '2026-11-24' })
    expect(none.html).toContain('Choose one of the times')
    expect(await stored(id)).toMatchObject({ time: '10:00', sequence: 0 })
  })

  test('calls that change places, and many that want one time, all end', async () => {
    const calls = await Promise.all(['09:00', '10:00', '11:00', '14:00', '15:00'].map((time) => addCall(time)))
    const moved = await Promise.all(
      calls.flatMap(({ path }) => [
        post(path, { preferredDate: '2026-11-24', preferredTime: '16:00' }),
        post(path, { preferredDate: '2026-11-24', preferredTime: '10:00' }),
      ]),
    )
    expect(moved.every(({ status }) => status === 303 || status === 409)).toBe(true)
    const booked = await site.sql`select time from assessment_calls where state = 'booked'`
    expect(new Set(booked.map(({ time }) => time)).size).toBe(5)
  })

  test('a call that has begun can no longer be changed', async () => {
    const { id, path } = await addCall()
    now = new Date('2026-11-24T10:00:00Z')
    expect((await get(path)).html).toContain('The time of this call has passed')
    expect((await post(path, { intent: 'cancel' })).status).toBe(409)
    expect((await post(path, { preferredDate: '2026-11-25', preferredTime: '10:00' })).status).toBe(409)
    expect(await stored(id)).toMatchObject({ state: 'booked', sequence: 0 })
  })

  test('after a call another one can be booked; the first stays as it was', async () => {
    const first = await addCall()
    now = new Date('2026-11-24T10:15:00Z')
    const { html } = await get(first.path)
    expect(html).toContain(`/pre-approved?application_id=${first.application.id}&amp;book=1`)
    const page = `/pre-approved?application_id=${first.application.id}`
    const before = (await get(page, cookieOf(first.application))).html
    expect(before).toContain('Your call was on ')
    expect(before).toContain('Book another call')
    expect(before).not.toContain('Assessment Call Booked!')
    const book = () =>
      post(
        `${page}&book=1`,
        {
          preferredDate: '2026-11-25',
          preferredTime: '10:00',
          phone: '0161 496 0177',
          message: '',
          selectedOptions: '',
        },
        cookieOf(first.application),
      )
    expect((await Promise.all([book(), book()])).map(({ status }) => status)).toEqual([303, 303])
    expect((await get(page, cookieOf(first.application))).html).toContain('Wednesday 25 November 2026 at 10:00')
    const calls = await site.sql`
      select day, state from assessment_calls where application_id = ${first.application.id} order by day`
    expect([...calls]).toEqual([
      { day: '2026-11-24', state: 'over' },
      { day: '2026-11-25', state: 'booked' },
    ])
    expect((await get(first.path)).html).toContain('The time of this call has passed')
    expect((await post(first.path, { intent: 'cancel' })).status).toBe(409)
  })

  test('a link that we have not signed is no page, and another call’s signature opens nothing', async () => {
    const one = await addCall()
    const other = await addCall('11:00')
    const [, signature] = one.path.split('.')
    for (const path of [
      `/booking/${other.id}`,
      `/booking/${other.id}.${signature}`,
      `${one.path}x`,
      '/booking/%00',
      '/booking/a.b.c',
    ]) {
      const page = await get(path)
      expect(page.status).toBe(404)
      if (path !== '/booking/%00') expect(page.html).toContain('This link does not work')
      expect((await post(path, { intent: 'cancel' })).status).toBe(404)
    }
    expect(await stored(other.id)).toMatchObject({ state: 'booked' })
  })
})
