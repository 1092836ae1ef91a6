import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { ownershipCookie } from '#requests/ownership.ts'
import { type AddedApplication, addApplication } from '#test/add-application.ts'
import { emptyTables } from '#test/empty-tables.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

/** A Friday, 12:00 in London. */
const friday = new Date('2026-11-20T12:00:00Z')
let now = friday

const site = await siteOfFile({ demoData: false, now: () => now })
beforeAll(async () => {
  // Each caller has an address of its own, so that the limit of one address stands in nobody's way.
  site.services.env.trustProxy = 1
})
beforeEach(async () => {
  now = friday
  await emptyTables(
    site.sql,
    'assessment_call_outcomes, assessment_calls, assessment_slots, mails, mail_attachments, crm_updates, crm_deliveries, rate_limits',
  )
})

const cookieOf = (application: AddedApplication) =>
  ownershipCookie('', [application.organisationId, application.id], site.services).split(';')[0]!

let callers = 0
async function post(body: unknown, cookie = '', address = `10.0.${callers >> 8}.${callers++ & 255}`) {
  const response = await site.call('/api/book-assessment', body, {
    'x-forwarded-for': address,
    ...(cookie ? { cookie } : {}),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const asked = (applicationId: string, more: Record<string, unknown> = {}) => ({
  preferredDate: '2026-11-24',
  preferredTime: '10:00',
  phone: '0161 496 0177',
  message: 'After ten is best.\nThank you.',
  selectedOptions: ['gold', 'listed'],
  applicationId,
  ...more,
})

const times = async (date: string) =>
  (await (await fetch(`${site.origin}/api/assessment-times?date=${date}`)).json()) as {
    times: string[]
    nextFree: { preferredDate: string; preferredTime: string }[]
  }
const all = ['09:00', '10:00', '11:00', '14:00', '15:00', '16:00']

describe('whoever books', () => {
  const times = ['09:00', '10:00', '11:00', '14:00']

  test('has at most two calls to come, by mailbox however it is spelt and by visitor, also at once', async () => {
    const spellings = ['ann.b@gmail.com', 'A.N.N.B@gmail.com', 'annb+x@googlemail.com', 'annb@gmail.com']
    const book = async (email: string, index: number, address?: string) => {
      const application = await addApplication(site.sql, { status: 'approved', organisation: { email } })
      return await post(asked(application.id, { preferredTime: times[index] }), cookieOf(application), address)
    }
    const byMailbox = await Promise.all(spellings.map((email, index) => book(email, index)))
    expect(byMailbox.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
    expect(byMailbox.find(({ status }) => status === 409)!.body.error).toContain(
      'There are already two assessment calls',
    )
    await emptyTables(site.sql, 'assessment_call_outcomes, assessment_calls, assessment_slots')
    const byVisitor = await Promise.all(times.map((_, index) => book(`v${index}@larkmoor.example`, index, '10.9.9.9')))
    expect(byVisitor.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409])
    // What was held or cancelled counts no more.
    now = new Date('2026-11-24T15:30:00Z')
    const application = await addApplication(site.sql, { status: 'approved' })
    const later = asked(application.id, { preferredDate: '2026-11-25' })
    expect((await post(later, cookieOf(application), '10.9.9.9')).status).toBe(201)
  })

  test('two for the second call by a double click get the same one', async () => {
    const organisation = { email: 'twice@larkmoor.example' }
    const first = await addApplication(site.sql, { status: 'approved', organisation })
    await post(asked(first.id), cookieOf(first))
    const second = await addApplication(site.sql, { status: 'approved', organisation })
    const request = asked(second.id, { preferredTime: '11:00' })
    const replies = await Promise.all(Array.from({ length: 4 }, () => post(request, cookieOf(second))))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 201])
  })
})

describe('booking', () => {
  test('keeps the call, mails the organiser and the office with an invitation, and tells the CRM alone', async () => {
    const application = await addApplication(site.sql, { status: 'approved' })
    const { status, body } = await post(asked(application.id), cookieOf(application))
    expect(status).toBe(201)
    expect(body).toMatchObject({
      applicationId: application.id,
      preferredDate: '2026-11-24',
      preferredTime: '10:00',
      selectedOptions: ['listed', 'gold'],
    })
    const mails = await site.sql`
      select m.to_email, m.subject, m.text_body, a.method, convert_from(a.content, 'UTF8') as file
      from mails m join mail_attachments a on a.mail_id = m.id order by m.id`
    expect(mails).toHaveLength(2)
    expect(mails[0]!.text_body).toContain('call is booked, and this email confirms it.')
    expect(mails[1]!.to_email).toBe(site.services.brand.email)
    for (const { subject, text_body, method, file } of mails) {
      expect(subject).toContain('Tuesday 24 November 2026 at 10:00')
      expect(text_body).toContain('Listed, Gold Standard Accreditation')
      expect(text_body).toContain('After ten is best.')
      expect(text_body).toContain(`${site.origin}/booking/${body.id}.`)
      expect(method).toBe('REQUEST')
      expect(file).toContain('\r\nMETHOD:REQUEST\r\n')
      expect(file).toContain(`\r\nUID:assessment-call-${body.id}@`)
      expect(file).toContain('\r\nSEQUENCE:0\r\n')
      expect(file).toContain('\r\nDTSTART:20261124T100000Z\r\n')
      expect(file).toContain('\r\nDTEND:20261124T101500Z\r\n')
      expect(file.replaceAll('\r\n ', '')).toMatch(/\r\nATTENDEE;.*CN="Robin Example":mailto:events-/)
    }
    const [row] = await site.sql`select status, crm_status, crm_options from applications where id = ${application.id}`
    expect(row).toEqual({ status: 'approved', crm_status: 'assessment_requested', crm_options: ['listed', 'gold'] })
    const [told] = await site.sql`select status, state, selected_options from crm_updates`
    expect(told).toEqual({ status: 'assessment_requested', state: 'kept', selected_options: ['listed', 'gold'] })
  })

  test('a second click answers the same call; another time is refused while one stands', async () => {
    const application = await addApplication(site.sql)
    const cookie = cookieOf(application)
    const [first, second] = await Promise.all([
      post(asked(application.id), cookie),
      post(asked(application.id), cookie),
    ])
    expect([first.status, second.status].sort()).toEqual([200, 201])
    expect(first.body.id).toBe(second.body.id)
    const other = await post(asked(application.id, { preferredTime: '11:00' }), cookie)
    expect(other.status).toBe(409)
    expect(other.body.error).toContain('You already have a call for this application')
    const mails = await site.sql`select from mails`
    expect(mails).toHaveLength(2)
  })

  test('different times at once for one application: one call', async () => {
    const application = await addApplication(site.sql)
    const cookie = cookieOf(application)
    const answers = await Promise.all(
      all.map((preferredTime) => post(asked(application.id, { preferredTime }), cookie)),
    )
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(5)
  })

  test.each([
    ['one call at once', null, 1],
    ['a number of the operator’s own', 3, 3],
    ['a closed slot', 0, 0],
  ] as const)(
    '200 at the same moment for one slot: %s',
    async (_, capacity, booked) => {
      if (capacity !== null) {
        await site.sql`insert into assessment_slots (day, time, capacity) values ('2026-11-24', '10:00', ${capacity})`
      }
      const applications = await Promise.all(Array.from({ length: 200 }, () => addApplication(site.sql)))
      const answers = await Promise.all(applications.map((one) => post(asked(one.id), cookieOf(one))))
      const statuses = answers.map(({ status }) => status).toSorted()
      expect(statuses).toEqual([...Array(booked).fill(201), ...Array(200 - booked).fill(409)])
      const refused = answers.filter(({ status }) => status === 409)
      for (const { body } of refused) {
        expect(body.error).toContain('This time is not free. Next free times: Tuesday 24 November 2026 at 09:00')
        expect(body.nextFree).toEqual([
          { preferredDate: '2026-11-24', preferredTime: '09:00' },
          { preferredDate: '2026-11-24', preferredTime: '11:00' },
          { preferredDate: '2026-11-24', preferredTime: '14:00' },
        ])
      }
      const [stored] = await site.sql`select count(*) as count from assessment_calls`
      const [mailed] = await site.sql`select count(*) as count from mails`
      expect([stored!.count, mailed!.count]).toEqual([booked, booked * 2])
    },
    60_000,
  )

  test('the browser that applied and the admin area may book; others may not, whatever they know', async () => {
    const application = await addApplication(site.sql)
    const other = await addApplication(site.sql)
    expect((await post(asked(application.id))).status).toBe(403)
    expect((await post(asked(application.id), cookieOf(other))).status).toBe(403)
    expect((await post(asked(crypto.randomUUID()), cookieOf(other))).status).toBe(404)
    expect((await post(asked(application.id), await signInAdmin(site))).status).toBe(201)
    expect((await post(asked(other.id, { preferredTime: '11:00' }), cookieOf(other))).status).toBe(201)
    const logged =
      await site.sql`select action, actor_kind, subject_id, after from audit_log where action like 'application.%'`
    expect(logged.map((row) => ({ ...row }))).toEqual([
      {
        action: 'application.call-booked',
        actor_kind: 'person',
        subject_id: application.id,
        after: { day: '2026-11-24', time: '10:00' },
      },
    ])
  })

  test('a rejected application books no call, whoever asks; one that stands already is answered', async () => {
    const rejected = await addApplication(site.sql, { status: 'rejected' })
    const sentence =
      'This application was not approved, so you cannot book an assessment call for it. Write to us about it, or apply again.'
    for (const cookie of [cookieOf(rejected), await signInAdmin(site)]) {
      const { status, body } = await post(asked(rejected.id), cookie)
      expect([status, body.error]).toEqual([409, sentence])
    }
    expect((await site.sql`select from assessment_calls`).length).toBe(0)
    const booked = await addApplication(site.sql)
    expect((await post(asked(booked.id), cookieOf(booked))).status).toBe(201)
    await site.sql`update applications set status = 'rejected' where id = ${booked.id}`
    expect((await post(asked(booked.id), cookieOf(booked))).status).toBe(200)
  })

  test('a rejection that comes while a call is being booked is waited for', async () => {
    const application = await addApplication(site.sql)
    let answer: Promise<{ status: number }> | undefined
    await site.sql.begin(async (transaction) => {
      await transaction`update applications set status = 'rejected' where id = ${application.id}`
      answer = post(asked(application.id), cookieOf(application))
      const waits = () => site.sql`
        select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock' and query like '%for no key update%'`
      for (let tries = 0; tries < 500 && (await waits()).length === 0; tries++) await Bun.sleep(10)
      expect((await waits()).length).toBe(1)
    })
    expect((await answer!).status).toBe(409)
    expect((await site.sql`select from assessment_calls`).length).toBe(0)
  })

  test.each([
    ['preferredDate', { preferredDate: '' }, 'Choose a day for the call'],
    ['preferredDate', { preferredDate: '2026-02-30' }, 'Choose a day for the call'],
    ['preferredDate', { preferredDate: '2026-11-19' }, 'The date cannot be earlier than today'],
    ['preferredDate', { preferredDate: '2026-11-21' }, 'Choose a day from Monday to Friday'],
    ['preferredDate', { preferredDate: '2026-11-22' }, 'Choose a day from Monday to Friday'],
    ['preferredDate', { preferredDate: '2028-11-21' }, 'The date cannot be more than a year ahead'],
    ['preferredTime', { preferredTime: '12:00' }, 'Choose one of the times'],
    ['preferredTime', { preferredDate: '2026-11-20', preferredTime: '11:00' }, 'This time has passed'],
    ['phone', { phone: '  ' }, 'Enter your phone number'],
    ['phone', { phone: '1\r\nBcc: x@y.example' }, 'Use letters, numbers and punctuation only'],
    ['selectedOptions.0', { selectedOptions: ['platinum'] }, 'Choose from the published recognition levels'],
    ['selectedOptions', { selectedOptions: Array(6).fill('gold') }, 'Choose from the published recognition levels'],
  ])('%s of %j is refused with its sentence', async (field, more, message) => {
    const application = await addApplication(site.sql)
    const { status, body } = await post(asked(application.id, more), cookieOf(application))
    expect(status).toBe(422)
    expect(body.fields).toContainEqual({ field, message })
    expect((await site.sql`select from assessment_calls`).length).toBe(0)
  })

  test('the limit of one address', async () => {
    const application = await addApplication(site.sql)
    const answers: number[] = []
    for (let index = 0; index < 61; index++) {
      answers.push((await post(asked(application.id), '', '10.9.9.9')).status)
    }
    expect(answers.slice(0, 60).every((status) => status === 403)).toBe(true)
    expect(answers[60]).toBe(429)
  })
})

describe('free times', () => {
  test('all six on a weekday, none at a weekend, and of today what is still to come', async () => {
    expect((await times('2026-11-24')).times).toEqual(all)
    const saturday = await times('2026-11-21')
    expect(saturday.times).toEqual([])
    expect(saturday.nextFree[0]).toEqual({ preferredDate: '2026-11-23', preferredTime: '09:00' })
    expect((await times('2026-11-20')).times).toEqual(['14:00', '15:00', '16:00'])
    expect((await times('2026-11-19')).nextFree[0]).toEqual({ preferredDate: '2026-11-20', preferredTime: '14:00' })
  })

  test('what is booked is not free, and is again after it was cancelled', async () => {
    const application = await addApplication(site.sql)
    await post(asked(application.id), cookieOf(application))
    expect((await times('2026-11-24')).times).not.toContain('10:00')
    await site.sql`update assessment_calls set state = 'cancelled'`
    expect((await times('2026-11-24')).times).toEqual(all)
  })

  test('London’s day and clock count, not those of UTC', async () => {
    // Monday 29 June 2026, 23:30 UTC: Tuesday 0:30 in London.
    now = new Date('2026-06-29T23:30:00Z')
    const application = await addApplication(site.sql)
    const monday = await post(asked(application.id, { preferredDate: '2026-06-29' }), cookieOf(application))
    expect(monday.body.fields).toEqual([{ field: 'preferredDate', message: 'The date cannot be earlier than today' }])
    // 08:30 UTC is 09:30 in London.
    now = new Date('2026-06-30T08:30:00Z')
    expect((await times('2026-06-30')).times).toEqual(all.slice(1))
    const call = await post(asked(application.id, { preferredDate: '2026-06-30' }), cookieOf(application))
    expect(call.status).toBe(201)
    const [file] = await site.sql`select convert_from(content, 'UTF8') as text from mail_attachments limit 1`
    expect(file!.text).toContain('DTSTART:20260630T090000Z')
  })

  test('a date that is none is refused', async () => {
    for (const date of ['', '2026-13-01', '0; drop table', '2026-11-2']) {
      const response = await fetch(`${site.origin}/api/assessment-times?date=${encodeURIComponent(date)}`)
      expect(response.status).toBe(422)
    }
  })
})
