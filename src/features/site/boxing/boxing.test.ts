import { beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { tryOutNotice } from '#domain/promotion-date.ts'
import { confirmAddress } from '#mail/confirm-address.ts'
import { siteOfFile } from '#test/of-file.ts'
import { proveClaims } from '#test/prove-claims.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import { confirmReservations, releaseUnconfirmedSeats } from './server.ts'

let now = new Date()
const site = await siteOfFile({ demoData: false, now: () => now })
beforeAll(async () => {
  // Each caller has an address of its own, so that the limit of one address stands in nobody's way.
  site.services.env.trustProxy = 1
})
beforeEach(async () => {
  now = new Date('2025-08-01T12:00:00Z')
  await site.sql`delete from rate_limits`
  await site.sql`delete from boxing_reservations`
  await site.sql`delete from boxing_seats`
  for (const table of ['mail_attachments', 'mails', 'confirmed_addresses', 'address_confirmations'])
    await site.sql`delete from ${site.sql(table)}`
})

const party = {
  guests: 3,
  ticketType: 'vip',
  name: 'Perpetua Inkwell',
  email: 'perpetua@larkmoor.example',
  phone: '0161 496 0177',
}

// biome-ignore lint/suspicious/noExplicitAny: answers are judged field by field.
type Reply = { status: number; body: any }

let callers = 0
const nextAddress = () => `10.0.${callers >> 8}.${callers++ & 255}`

async function reserve(more: Record<string, unknown> = {}, { origin } = site, address = nextAddress()): Promise<Reply> {
  const response = await fetch(`${origin}/api/boxing-reservations`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, 'x-forwarded-for': address },
    body: JSON.stringify({ ...party, ...more }),
  })
  return { status: response.status, body: await response.json() }
}

async function postForm(query: string, form: Record<string, string>, { origin } = site): Promise<Response> {
  return await fetch(`${origin}/boxing${query}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin, 'x-forwarded-for': '10.9.9.9' },
    body: new URLSearchParams(form),
  })
}

async function html(path: string, { origin } = site): Promise<string> {
  return await (await fetch(origin + path)).text()
}

async function counts() {
  const [row] = await site.sql`
    select (select count(*) from boxing_reservations) as reservations,
      (select coalesce(sum(guests), 0) from boxing_reservations) as guests,
      (select coalesce(sum(taken), 0) from boxing_seats) as taken,
      (select count(*) from mails) as mails`
  return row!
}

describe('a reservation', () => {
  test('is stored with our own total and confirmed by mail', async () => {
    await site.sql.begin((transaction) => confirmAddress(transaction, party.email, now))
    const { status, body } = await reserve({ totalPence: 1, pence: 1, price: 1 })
    expect(status).toBe(201)
    expect(body).toMatchObject({ guests: 3, ticketType: 'vip', totalPence: 30_000 })
    const [row] = await site.sql`select * from boxing_reservations`
    expect(row).toMatchObject({ id: body.id, event_on: '2025-08-23', total_pence: 30_000, email: party.email })
    const [mail] = await site.sql`select to_email, subject, text_body from mails`
    expect(mail!.to_email).toBe(party.email)
    for (const text of [
      body.reference,
      'VIP Experience for 3 guests',
      '£300.00',
      'Saturday 23 August 2025',
      'Altrincham Ice Dome',
    ]) {
      expect(mail!.text_body).toContain(text)
    }
  })

  test.each([
    ['general', 5_500],
    ['standard', 6_500],
    ['premium', 7_500],
    ['vip', 10_000],
    ['ringside', 15_000],
  ])('of type %s costs %i pence a guest', async (ticketType, pence) => {
    expect((await reserve({ ticketType, guests: 1 })).body.totalPence).toBe(pence)
    expect((await reserve({ ticketType, guests: 10, email: 'b@larkmoor.example' })).body.totalPence).toBe(pence * 10)
  })

  test('sent again under its key, even at once, is the same one', async () => {
    const submissionKey = crypto.randomUUID()
    const replies = await Promise.all(Array.from({ length: 20 }, () => reserve({ submissionKey })))
    expect(new Set(replies.map(({ body }) => body.id)).size).toBe(1)
    expect(replies.map(({ status }) => status).sort()).toEqual([...Array(19).fill(200), 201])
    expect(await counts()).toEqual({ reservations: 1, guests: 3, taken: 3, mails: 1 })
  })

  test('whose hidden field is filled in is answered and not stored', async () => {
    expect((await reserve({ [honeypotName]: 'cheap tickets' })).status).toBe(201)
    expect(await counts()).toEqual({ reservations: 0, guests: 0, taken: 0, mails: 0 })
  })
})

describe('whoever reserves', () => {
  test('holds at most ten seats, by mailbox however it is spelt and by visitor, also at once', async () => {
    const spellings = ['ann.b@gmail.com', 'A.N.N.B@gmail.com', 'annb+x@googlemail.com', 'annb@gmail.com']
    const byMailbox = await Promise.all(spellings.map((email) => reserve({ email })))
    expect(byMailbox.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409])
    expect(byMailbox.find(({ status }) => status === 409)!.body.error).toContain('At most 10 seats')
    expect((await reserve({ email: 'annb@gmail.com', guests: 1 })).status).toBe(201)
    const byVisitor = await Promise.all(
      Array.from({ length: 5 }, (_, index) => reserve({ email: `v${index}@larkmoor.example` }, site, '10.9.9.9')),
    )
    expect(byVisitor.map(({ status }) => status).sort()).toEqual([201, 201, 201, 409, 409])
    expect(await counts()).toMatchObject({ guests: 19, taken: 19 })
  })

  test('a double click for ten is one reservation and no refusal', async () => {
    const request = { guests: 10, submissionKey: crypto.randomUUID() }
    const replies = await Promise.all(Array.from({ length: 5 }, () => reserve(request)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 201])
  })

  test('keeps an unconfirmed reservation for 24 hours, which the page says beside the receipt', async () => {
    const { body } = await reserve()
    const other = await reserve({ email: 'other@larkmoor.example' })
    expect(body.confirmBy).toBe('2025-08-02T12:00:00.000Z')
    const kinds = await site.sql`select kind from mails where to_email = ${party.email}`
    expect(kinds.map(({ kind }) => kind)).toEqual(['address-confirmation'])
    const receipt = await html(`/boxing?reservation=${body.id}`)
    expect(receipt).toContain('Reservation Confirmed:')
    expect(receipt).toContain('do not confirm it within 24 hours, we cancel the reservation')

    // Confirmed in time it stays, with its receipt; who has confirmed is asked no more.
    await site.sql.begin((transaction) => confirmAddress(transaction, 'Perpetua@Larkmoor.example', now))
    await confirmReservations(site.services, party.email)
    await confirmReservations(site.services, party.email)
    expect(await site.sql`select from mails where kind = 'boxing-reservation'`).toHaveLength(1)
    expect(await html(`/boxing?reservation=${body.id}`)).not.toContain('within 24 hours')
    expect((await reserve()).body.confirmBy).toBeNull()

    now = new Date('2025-08-02T11:59:59Z')
    await releaseUnconfirmedSeats({}, site.services)
    expect(await counts()).toMatchObject({ taken: 9 })
    now = new Date('2025-08-02T12:00:00Z')
    await Promise.all([releaseUnconfirmedSeats({}, site.services), releaseUnconfirmedSeats({}, site.services)])
    expect((await site.sql`select sum(taken)::int as taken from boxing_seats`)[0]!.taken).toBe(6)
    const [gone] = await site.sql`select name, email, phone from boxing_reservations where id = ${other.body.id}`
    expect(gone).toEqual({ name: '', email: '', phone: '' })
    const page = await html(`/boxing?reservation=${other.body.id}`)
    expect(page).toContain('This reservation was cancelled.')
    expect(page).not.toContain('Reservation Confirmed:')
  })
})

describe('seats', () => {
  test('are never oversold, however many reserve at once', async () => {
    // 40 ringside seats: parties of 3, of which 13 fit (39 seats); then parties of 1.
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        reserve({ ticketType: 'ringside', email: `p${index}@larkmoor.example` }),
      ),
    )
    expect(replies.filter(({ status }) => status === 201)).toHaveLength(13)
    const refused = replies.filter(({ status }) => status === 409)
    expect(refused).toHaveLength(17)
    expect(refused[0]!.body.error).toBe('There are not enough Ringside Premium tickets left for 3 guests.')
    const singles = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        reserve({ ticketType: 'ringside', guests: 1, email: `s${index}@larkmoor.example` }),
      ),
    )
    expect(singles.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409])
    expect(await counts()).toEqual({ reservations: 14, guests: 40, taken: 40, mails: 14 })
  })

  test('cannot be oversold by any statement', async () => {
    await reserve()
    expect(site.sql`update boxing_seats set taken = capacity + 1`.execute()).rejects.toThrow(
      'boxing_seats_not_oversold',
    )
  })

  test('that are taken show at once on the cached page', async () => {
    expect(await html('/boxing?guests=10')).not.toContain('Sold out')
    await site.sql`insert into boxing_seats values ('2025-08-23', 'vip', 80, 80), ('2025-08-23', 'ringside', 40, 35)`
    let page = ''
    for (let attempt = 0; attempt < 50 && !page.includes('Sold out'); attempt++) {
      page = await html('/boxing?guests=10')
      await Bun.sleep(10)
    }
    expect(page).toContain('Sold out')
    expect(page).toContain('Only 5 left, not enough for 10 guests')
    expect(page).not.toContain('ticket=vip')
    expect(await html('/boxing?guests=2')).toContain('5<!-- --> left')
  })
})

describe('what is refused', () => {
  test.each<[string, Record<string, unknown>]>([
    ['no guests', { guests: 0 }],
    ['eleven guests', { guests: 11 }],
    ['half a guest', { guests: 1.5 }],
    ['guests in words', { guests: '3' }],
    ['an unknown type', { ticketType: 'royal box' }],
    ['no name', { name: '  ' }],
    ['no email', { email: '' }],
    ['no mail address', { email: 'perpetua' }],
    ['no phone', { phone: undefined }],
    ['a line break in the name', { name: 'a\nb' }],
    ['a key that is no UUID', { submissionKey: 'once' }],
  ])('%s', async (_, more) => {
    expect((await reserve(more)).status).toBe(422)
    expect(await counts()).toEqual({ reservations: 0, guests: 0, taken: 0, mails: 0 })
  })

  test('a flood', async () => {
    await reserve({}, site, '10.9.9.9')
    await site.sql`update rate_limits set count = 1000 where key like 'boxing-reservations:%'`
    expect((await reserve({}, site, '10.9.9.9')).status).toBe(429)
    expect((await postForm('?guests=3&ticket=vip', form())).status).toBe(429)
  })
})

describe('the page', () => {
  test('shows each step once the one before it has been taken', async () => {
    const first = await html('/boxing')
    for (const text of ['Saturday 23 August', 'Altrincham Ice Dome', 'Back to Events', 'How many guests?']) {
      expect(first).toContain(text)
    }
    expect(first).not.toContain('Choose your ticket type')
    const second = await html('/boxing?guests=4')
    expect(second).toContain('Choose your ticket type')
    expect(second).toContain('£220')
    expect(second).not.toContain('open-reservation')
    expect(await html('/boxing?guests=4&ticket=premium')).toContain('open-reservation')
    expect(await html('/boxing?guests=4&ticket=premium&reserve=1')).toContain('Confirm Reservation')
  })

  test.each(['?guests=0', '?guests=11', '?guests=1e1', '?guests=-1', '?ticket=vip', '?reserve=1', '?guests=<b>'])(
    'starts over at %s',
    async (query) => {
      const page = await html(`/boxing${query}`)
      expect(page).toContain('How many guests?')
      expect(page).not.toContain('Choose your ticket type')
      expect(page).not.toContain('<dialog')
    },
  )

  test('with the dialog is made for one person, without it for all', async () => {
    const keyOf = (page: string) => /name="submissionKey" value="([^"]+)"/.exec(page)![1]
    const path = '/boxing?guests=1&ticket=vip&reserve=1'
    expect(keyOf(await html(path))).not.toBe(keyOf(await html(path)))
    expect((await fetch(site.origin + path)).headers.get('cache-control')).toBe('no-store')
    expect((await fetch(`${site.origin}/boxing?guests=1`)).headers.get('cache-control')).toBe('no-cache')
  })

  test('without a script leads to a receipt that names nobody', async () => {
    const response = await postForm('?guests=2&ticket=premium&reserve=1', form())
    expect(response.status).toBe(303)
    const location = response.headers.get('location')!
    expect(location).toMatch(/^\/boxing\?reservation=[0-9a-f-]{36}$/)
    const receipt = await html(location)
    expect(receipt.replaceAll('&#x27;', "'").replace(/<[^>]+>/g, '')).toContain(
      "Reservation Confirmed: Your tickets are reserved. We'll be in touch with details shortly. Check your email for confirmation details.",
    )
    expect(receipt).toContain('£150.00')
    for (const secret of [party.name, party.email, party.phone]) expect(receipt).not.toContain(secret)
    expect((await fetch(`${site.origin}/boxing?reservation=${crypto.randomUUID()}`)).status).toBe(404)
  })

  test.each(['name', 'email', 'phone'])('does nothing when confirmed without %s', async (field) => {
    const response = await postForm('?guests=2&ticket=premium', { ...form(), [field]: ' ' })
    expect(response.status).toBe(422)
    const page = await response.text()
    expect(page).toContain('Confirm Reservation')
    expect(page).toContain(`value="${field === 'name' ? party.email : party.name}"`)
    expect(page).not.toContain('Error: ')
    expect((await counts()).reservations).toBe(0)
  })

  test('without a script says what is wrong and keeps the key', async () => {
    const submissionKey = crypto.randomUUID()
    const page = await (await postForm('?guests=2&ticket=vip', { ...form(), email: 'a', submissionKey })).text()
    expect(page).toContain('Enter an email address, like name@example.com')
    expect(page).toContain(submissionKey)
    await site.sql`insert into boxing_seats values ('2025-08-23', 'vip', 80, 79)`
    const late = await postForm('?guests=2&ticket=vip', form())
    expect(late.status).toBe(409)
    expect(await late.text()).toContain('There are not enough VIP Experience tickets left for 2 guests.')
  })
})

describe('the day', () => {
  const afterwards = new Date('2026-11-21T12:00:00Z')
  const reservable = '/boxing?guests=2&ticket=vip&reserve=1'

  test('counts to its end in London', async () => {
    await production(async (real) => {
      now = new Date('2025-08-23T22:59:00Z')
      expect((await reserve({}, real)).status).toBe(201)
      now = new Date('2025-08-23T23:01:00Z')
      const { status, body } = await reserve({}, real)
      expect([status, body.error]).toEqual([409, 'Reservations for this event have ended.'])
    })
  })

  test('that is past is told as past, and nothing can be chosen', async () => {
    await production(async (real) => {
      now = afterwards
      for (const path of ['/boxing', reservable]) {
        const page = await html(path, real)
        expect(page).toContain('This event is over')
        for (const invitation of ['reserve your tickets', 'Reserve tickets']) expect(page).not.toContain(invitation)
        expect(page).toContain('Saturday 23 August 2025')
        expect(page).not.toContain('How many guests?')
        expect(page).not.toContain('<dialog')
      }
      const response = await postForm('?guests=2&ticket=vip', form(), real)
      expect(response.status).toBe(409)
      expect(await response.text()).toContain('This event is over')
      expect(await real.sql`select from boxing_reservations`).toHaveLength(0)
    })
  })

  test('that is past can still be tried in the demonstration, which says so', async () => {
    expect(await html('/boxing')).not.toContain(tryOutNotice)
    now = afterwards
    for (const path of ['/boxing', reservable]) {
      const page = await html(path)
      expect(page).toContain(tryOutNotice)
      expect(page).toContain('Saturday 23 August 2025')
      expect(page).toContain('How many guests?')
    }
    expect(await html(reservable)).toContain('Confirm Reservation')
    expect((await postForm('?guests=2&ticket=vip', form())).status).toBe(303)
    expect((await reserve()).status).toBe(201)
    expect(await counts()).toEqual({ reservations: 2, guests: 5, taken: 5, mails: 2 })
  })
})

/** Does something with a site that is no demonstration. */
async function production(work: (site: TestSite) => Promise<void>): Promise<void> {
  const real = await openTestSite({ demoData: false, now: () => now, env: { mode: 'production' } })
  await proveClaims(real, ['boxing-event'])
  try {
    await work(real)
  } finally {
    await real.close()
  }
}

function form(): Record<string, string> {
  const { name, email, phone } = party
  return { name, email, phone }
}
