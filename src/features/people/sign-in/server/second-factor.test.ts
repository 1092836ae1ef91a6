import { afterAll, beforeAll, beforeEach, describe, expect, setDefaultTimeout, test } from 'bun:test'
import { codeAt } from '#providers/auth/second-factor-codes.ts'
import { siteOfFile } from '#test/of-file.ts'
import { cookiesAfter, enrolOverHttp, readCodes, readOffer } from '#test/second-factor.ts'
import { openTestSite, type TestSite } from '#test/site.ts'

// Passwords and recovery codes are hashed slowly, on purpose.
setDefaultTimeout(60_000)

/** Codes run by this clock, sessions by the one on the wall. */
let now = new Date()
let credentials = { email: '', password: 'a wardrobe full of herring' }
let people = 0

const site = await siteOfFile({ env: { trustProxy: 1, requireSecondFactor: true }, now: () => now })
beforeEach(async () => {
  await site.sql`delete from rate_limits`
  credentials = { ...credentials, email: `person-${++people}@beaa.example` }
  await site.services.auth.setPassword({ ...credentials, name: `Person ${people}`, roles: ['reviewer'] })
})

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1000)
}

function get(path: string, cookie: string) {
  return site.get(path, { cookie })
}

function post(path: string, form: Record<string, string>, cookie: string, address = '192.0.2.1') {
  return site.post(path, form, { cookie, 'x-forwarded-for': address, 'user-agent': 'Firefox/145.0 (Windows NT)' })
}

/** The cookies after the password alone. */
async function afterPassword(cookie = '', address = '192.0.2.1'): Promise<string> {
  const response = await post('/admin/sign-in', { ...credentials, next: '/admin/account' }, cookie, address)
  expect(response.status).toBe(303)
  expect(response.headers.get('location')).toBe('/admin/second-factor?next=%2Fadmin%2Faccount')
  return cookiesAfter(cookie, response)
}

async function enrolled() {
  const person = await enrolOverHttp(site, await afterPassword(), now)
  later(30)
  return person
}

const giveCode = (code: string, cookie: string, address?: string) =>
  post('/admin/second-factor', { intent: 'code', code, next: '/admin/account' }, cookie, address)

async function opensAdminArea(cookie: string): Promise<boolean> {
  return (await get('/admin/account', cookie)).status === 200
}

async function eventsOf(): Promise<string[]> {
  const rows = await site.sql`
    select e.event from sign_in_events as e join people as p on p.id = e.person_id
    where p.email = ${credentials.email} order by e.id`
  return rows.map((row) => row.event)
}

describe('a session before its second factor', () => {
  test('may do nothing but set it up, where it is compulsory', async () => {
    const half = await afterPassword()
    for (const path of ['/admin', '/admin/account', '/admin/mailbox', `/review/${crypto.randomUUID()}`]) {
      const turned = await get(path, half)
      expect([path, turned.status]).toEqual([path, 303])
      expect(turned.headers.get('location')).toStartWith('/admin/sign-in?next=')
    }
    const onward = await get('/admin/sign-in?next=%2Fadmin', half)
    expect(onward.headers.get('location')).toBe('/admin/second-factor?next=%2Fadmin')
    const call = await fetch(`${site.origin}/api/admin/approve`, {
      method: 'POST',
      headers: { cookie: half, origin: site.origin, 'content-type': 'application/json' },
      body: '{}',
    })
    expect(call.status).toBe(401)
    expect((await post('/admin/account', { intent: 'end-others' }, half)).headers.get('location')).toStartWith(
      '/admin/sign-in',
    )
  })

  test('of somebody who has one takes a code and no other app', async () => {
    await enrolled()
    const half = await afterPassword()
    const page = await (await get('/admin/second-factor?replace=1', half)).text()
    expect(page).toContain('Six-digit code')
    expect(page).not.toContain('name="encrypted"')
    const strange = await post(
      '/admin/second-factor?replace=1',
      { intent: 'enrol', encrypted: 'x', code: '000000' },
      half,
    )
    expect(strange.status).toBe(422)
    expect(await strange.text()).not.toContain('name="encrypted"')
    expect(await opensAdminArea(half)).toBe(false)
  })

  test('waits twenty minutes and no longer', async () => {
    const half = await afterPassword()
    expect((await get('/admin/second-factor', half)).status).toBe(200)
    await site.sql`update sign_in_sessions set created_at = now() - interval '21 minutes'`
    expect((await get('/admin/second-factor', half)).headers.get('location')).toStartWith('/admin/sign-in')
  })

  test('can be given up', async () => {
    const half = await afterPassword()
    const out = await post('/admin/second-factor', { intent: 'sign-out' }, half)
    expect(out.headers.get('location')).toBe('/admin/sign-in')
    expect((await get('/admin/second-factor', half)).status).toBe(303)
  })
})

describe('setting it up', () => {
  test('gives ten recovery codes once, and a session under another cookie', async () => {
    const half = await afterPassword()
    const person = await enrolOverHttp(site, half, now)
    expect(new Set(person.codes).size).toBe(10)
    expect(await opensAdminArea(person.cookie)).toBe(true)
    expect(await opensAdminArea(half)).toBe(false)
    expect(readCodes(await (await get('/admin/account', person.cookie)).text())).toEqual([])
    const onward = await get('/admin/second-factor', person.cookie)
    expect(onward.status).toBe(303)
  })

  test('keeps the secret encrypted and the codes hashed', async () => {
    const { secret, codes } = await enrolled()
    const [kept] = await site.sql`select encode(secret, 'escape') as text, length(secret) as bytes from second_factors`
    expect(kept!.text).not.toContain(secret)
    const hashes = await site.sql`select hash from recovery_codes`
    expect(hashes.every(({ hash }) => hash.startsWith('$argon2id$'))).toBe(true)
    expect(JSON.stringify(hashes)).not.toContain(codes[0]!)
    expect(site.logged.join('')).not.toContain(secret)
  })

  test('keeps the same secret after a wrong code, and stores nothing before the right one', async () => {
    const half = await afterPassword()
    const offer = readOffer(await (await get('/admin/second-factor', half)).text())
    const wrong = await post(
      '/admin/second-factor',
      { intent: 'enrol', encrypted: offer.encrypted, code: '12345' },
      half,
    )
    expect(wrong.status).toBe(422)
    const html = await wrong.text()
    expect(html).toContain('That code is not right')
    expect(readOffer(html)).toEqual(offer)
    const form = { intent: 'enrol', encrypted: offer.encrypted, code: codeAt(offer.secret, now) }
    expect((await post('/admin/second-factor', form, half)).status).toBe(200)
  })

  test('takes no offer that ran out, was changed, or belongs to somebody else', async () => {
    const half = await afterPassword()
    const offer = readOffer(await (await get('/admin/second-factor', half)).text())
    const code = () => codeAt(offer.secret, now)
    const changed = `${offer.encrypted.slice(0, -2)}AA`
    expect(
      (await post('/admin/second-factor', { intent: 'enrol', encrypted: changed, code: code() }, half)).status,
    ).toBe(422)
    later(31 * 60)
    expect(
      (await post('/admin/second-factor', { intent: 'enrol', encrypted: offer.encrypted, code: code() }, half)).status,
    ).toBe(422)
    const mine = readOffer(await (await get('/admin/second-factor', half)).text())
    credentials = { ...credentials, email: `person-${++people}@beaa.example` }
    await site.services.auth.setPassword({ ...credentials, name: 'Somebody Else', roles: ['reviewer'] })
    const theirs = await afterPassword()
    const form = { intent: 'enrol', encrypted: mine.encrypted, code: codeAt(mine.secret, now) }
    expect((await post('/admin/second-factor', form, theirs)).status).toBe(422)
  })

  test('happens once when two browsers try', async () => {
    const one = await afterPassword()
    const two = await afterPassword()
    const attempt = async (cookie: string) => {
      const offer = readOffer(await (await get('/admin/second-factor', cookie)).text())
      return () =>
        post(
          '/admin/second-factor',
          { intent: 'enrol', encrypted: offer.encrypted, code: codeAt(offer.secret, now) },
          cookie,
        )
    }
    const attempts = [await attempt(one), await attempt(two)]
    await Promise.all(attempts.map((send) => send()))
    const [factors] = await site.sql`
      select count(*)::int as codes from recovery_codes as c join people as p on p.id = c.person_id
      where p.email = ${credentials.email}`
    expect(factors!.codes).toBe(10)
    const [changes] = await site.sql`
      select count(*)::int as rows from audit_log as a join people as p on p.id = a.subject_id
      where p.email = ${credentials.email} and a.action = 'person.second-factor-set'`
    expect(changes!.rows).toBe(1)
  })
})

describe('signing in with it', () => {
  test('takes a code once, and none before it', async () => {
    const { secret } = await enrolled()
    const half = await afterPassword()
    const code = codeAt(secret, now)
    const passed = await giveCode(code, half)
    expect(passed.status).toBe(303)
    expect(passed.headers.get('location')).toBe('/admin/account')
    expect(await opensAdminArea(cookiesAfter(half, passed))).toBe(true)

    const again = await afterPassword()
    expect((await giveCode(code, again)).status).toBe(422)
    later(-30)
    expect((await giveCode(codeAt(secret, now), again)).status).toBe(422)
    later(60)
    expect((await giveCode(codeAt(secret, now), again)).status).toBe(303)
  })

  test('of two browsers with the same code at once, one gets in', async () => {
    const { secret } = await enrolled()
    const halves = [await afterPassword(), await afterPassword()]
    const code = codeAt(secret, now)
    const answers = await Promise.all(halves.map((half) => giveCode(code, half)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([303, 422])
  })

  test.each(['000000', '12345', 'abcdef', '', '１２３４５６', '9'.repeat(200)])(
    '%j is refused in words',
    async (code) => {
      await enrolled()
      const refused = await giveCode(code, await afterPassword())
      expect(refused.status).toBe(422)
      expect(await refused.text()).toContain('That code is not right')
    },
  )

  test('a recovery code counts once, however it is typed', async () => {
    const { codes } = await enrolled()
    const half = await afterPassword()
    const typed = ` ${codes[3]!.toLowerCase().replaceAll('-', ' ')} `
    const form = { intent: 'code', code: typed, recovers: '1' }
    const passed = await post('/admin/second-factor', form, half)
    expect(passed.status).toBe(303)
    expect(passed.headers.get('location')).toBe('/admin/account')
    expect(await opensAdminArea(cookiesAfter(half, passed))).toBe(true)
    const account = await (await get('/admin/account', cookiesAfter(half, passed))).text()
    expect(account).toContain('9 recovery codes are left.')

    const spent = await post('/admin/second-factor', form, await afterPassword())
    expect(spent.status).toBe(422)
    expect(await spent.text()).toContain('has been used')
    expect(await eventsOf()).toEqual(['signed-in', 'recovery-code-used', 'signed-in', 'code-refused'])
  })

  test('guessing has to wait after six attempts, and never shuts the person out of a browser they have used', async () => {
    const { secret, cookie, codes } = await enrolled()
    // A thief who knows the password, from as many addresses as it takes.
    const thief = await afterPassword('', '203.0.113.1')
    for (let attempt = 0; attempt < 6; attempt++) {
      expect((await giveCode('000000', thief, '203.0.113.1')).status).toBe(422)
    }
    const waiting = await giveCode('000000', thief, '203.0.113.1')
    expect(waiting.status).toBe(429)
    expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
    for (let attempt = 0; attempt < 24; attempt++) {
      expect((await giveCode('000000', thief, `203.0.113.${10 + attempt}`)).status).toBe(422)
    }
    const strangers = await giveCode(codeAt(secret, now), thief, '203.0.113.99')
    expect(strangers.status).toBe(429)
    expect(await strangers.text()).toContain('Use a recovery code or a browser that you have signed in with before')

    // Their own browser is counted apart, at the password already.
    const known = cookie
      .split('; ')
      .filter((pair) => pair.startsWith('known='))
      .join('')
    const mine = await afterPassword(known, '198.51.100.7')
    expect((await giveCode(codeAt(secret, now), mine, '198.51.100.7')).status).toBe(303)
    // And so is a recovery code in a new one.
    const other = await afterPassword('', '198.51.100.8')
    const form = { intent: 'code', code: codes[0]!, recovers: '1' }
    expect((await post('/admin/second-factor', form, other, '198.51.100.8')).status).toBe(303)
  })

  test('a browser is known for one person, and only with our signature', async () => {
    const { cookie } = await enrolled()
    const known = cookie.split('; ').find((pair) => pair.startsWith('known='))!
    const forged = known.replace(/^known=(.)/, (_all, letter) => `known=${letter === 'a' ? 'b' : 'a'}`)
    const half = await afterPassword(forged, '203.0.113.50')
    for (let attempt = 0; attempt < 6; attempt++) await giveCode('000000', half, '203.0.113.50')
    expect((await giveCode('000000', half, '203.0.113.50')).status).toBe(429)
  })

  test('another SESSION_SECRET reads no secret: the code is refused, the log says why, a recovery code still counts', async () => {
    const { secret, codes } = await enrolled()
    await site.sql`update second_factors set secret = set_byte(secret, 20, (get_byte(secret, 20) + 1) % 256)`
    const half = await afterPassword()
    expect((await giveCode(codeAt(secret, now), half)).status).toBe(422)
    expect(site.logged.join('')).toContain('second factor cannot be read')
    expect((await post('/admin/second-factor', { intent: 'code', code: codes[1]!, recovers: '1' }, half)).status).toBe(
      303,
    )
  })
})

describe("a person's own account", () => {
  test('lists their sessions, and ends one or every other', async () => {
    const { cookie, secret } = await enrolled()
    const other = async () => {
      const half = await afterPassword()
      later(30)
      return cookiesAfter(half, await giveCode(codeAt(secret, now), half))
    }
    const second = await other()
    const third = await other()
    const page = await (await get('/admin/account', cookie)).text()
    expect(page.match(/Firefox on Windows/g)!.length).toBeGreaterThanOrEqual(2)
    expect(page).not.toContain('Second factor not given')
    await afterPassword()
    expect(await (await get('/admin/account', cookie)).text()).toContain('Second factor not given')
    const rows = await site.sql`
      select s.id from sign_in_sessions as s join people as p on p.id = s.person_id
      where p.email = ${credentials.email} and s.factor_at is not null order by s.created_at`
    await post('/admin/account', { intent: 'end-session', session: rows[1]!.id }, cookie)
    expect([await opensAdminArea(cookie), await opensAdminArea(second), await opensAdminArea(third)]).toEqual([
      true,
      false,
      true,
    ])
    await post('/admin/account', { intent: 'end-others' }, cookie)
    expect([await opensAdminArea(cookie), await opensAdminArea(third)]).toEqual([true, false])
  })

  test("ends nobody else's session", async () => {
    const mine = await enrolled()
    const [session] = await site.sql`
      select s.id from sign_in_sessions as s join people as p on p.id = s.person_id where p.email = ${credentials.email}`
    credentials = { ...credentials, email: `person-${++people}@beaa.example` }
    await site.services.auth.setPassword({ ...credentials, name: 'Somebody Else', roles: ['owner'] })
    const theirs = await enrolled()
    await post('/admin/account', { intent: 'end-session', session: session!.id }, theirs.cookie)
    expect(await opensAdminArea(mine.cookie)).toBe(true)
  })

  test('makes new recovery codes for a password, and the earlier ones end', async () => {
    const { cookie, codes } = await enrolled()
    const refused = await post('/admin/account', { intent: 'renew-codes', renew_password: 'not it' }, cookie)
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('The current password is not right.')
    const renewed = await post(
      '/admin/account',
      { intent: 'renew-codes', renew_password: credentials.password },
      cookie,
    )
    const fresh = readCodes(await renewed.text())
    expect(fresh).toHaveLength(10)
    const half = await afterPassword()
    const give = (code: string) => post('/admin/second-factor', { intent: 'code', code, recovers: '1' }, half)
    expect((await give(codes[0]!)).status).toBe(422)
    expect((await give(fresh[0]!)).status).toBe(303)
  })

  test('changes to another app for a password and a code of it', async () => {
    const { cookie, secret } = await enrolled()
    const offer = readOffer(await (await get('/admin/second-factor?replace=1', cookie)).text())
    const form = { intent: 'enrol', encrypted: offer.encrypted, code: codeAt(offer.secret, now) }
    expect((await post('/admin/second-factor?replace=1', form, cookie)).status).toBe(422)
    const done = await post(
      '/admin/second-factor?replace=1',
      { ...form, current_password: credentials.password },
      cookie,
    )
    expect(done.status).toBe(200)
    const changes = await site.sql`
      select a.action from audit_log as a join people as p on p.id = a.subject_id
      where p.email = ${credentials.email} order by a.id`
    expect(changes.map((change) => change.action)).toEqual([
      'person.second-factor-set',
      'person.second-factor-replaced',
    ])
    later(30)
    const half = await afterPassword()
    expect((await giveCode(codeAt(secret, now), half)).status).toBe(422)
    expect((await giveCode(codeAt(offer.secret, now), half)).status).toBe(303)
  })

  test('does not turn off what is compulsory', async () => {
    const { cookie } = await enrolled()
    const form = { intent: 'remove-factor', remove_password: credentials.password }
    expect((await post('/admin/account', form, cookie)).status).toBe(422)
    expect(
      await site.sql`
      select 1 from second_factors as f join people as p on p.id = f.person_id
      where p.email = ${credentials.email}`,
    ).toHaveLength(1)
  })

  test('keeps this session when the password changes, second factor and all', async () => {
    const { cookie } = await enrolled()
    const form = {
      intent: 'change-password',
      current_password: credentials.password,
      password: 'another wardrobe entirely',
    }
    const changed = await post('/admin/account', form, cookie)
    expect(changed.status).toBe(303)
    expect(await opensAdminArea(cookiesAfter(cookie, changed))).toBe(true)
    expect(await opensAdminArea(cookie)).toBe(false)
  })
})

describe('where it is not compulsory', () => {
  let demo: TestSite
  beforeAll(async () => {
    demo = await openTestSite({ now: () => now })
  })
  afterAll(async () => {
    await demo.close()
  })

  test('the password is enough until somebody sets one up, and then it is asked for', async () => {
    const send = (path: string, form: Record<string, string>, cookie: string) =>
      fetch(demo.origin + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: demo.origin, cookie },
        body: new URLSearchParams(form),
      })
    const signedIn = await send('/admin/sign-in', demo.admin, '')
    expect(signedIn.headers.get('location')).toBe('/admin')
    const cookie = cookiesAfter('', signedIn)
    const page = await fetch(`${demo.origin}/admin/second-factor`, { headers: { cookie }, redirect: 'manual' })
    const { secret, encrypted } = readOffer(await page.text())
    const form = { intent: 'enrol', encrypted, code: codeAt(secret, now), current_password: demo.admin.password }
    const enrolment = await send('/admin/second-factor', form, cookie)
    expect(enrolment.status).toBe(200)
    const whole = cookiesAfter(cookie, enrolment)

    const half = await send('/admin/sign-in', demo.admin, '')
    expect(half.headers.get('location')).toBe('/admin/second-factor?next=%2Fadmin')

    const off = await send('/admin/account', { intent: 'remove-factor', remove_password: demo.admin.password }, whole)
    expect(off.headers.get('location')).toBe('/admin/account?done=factor-removed')
    expect((await send('/admin/sign-in', demo.admin, '')).headers.get('location')).toBe('/admin')
  })
})

test('the person is told by mail of what happens to their account, and no secret stands in it', async () => {
  const { cookie, codes, secret } = await enrolled()
  await post('/admin/second-factor', { intent: 'code', code: codes[0]!, recovers: '1' }, await afterPassword())
  await post('/admin/account', { intent: 'renew-codes', renew_password: credentials.password }, cookie)
  const form = {
    intent: 'change-password',
    current_password: credentials.password,
    password: 'another wardrobe entirely',
  }
  await post('/admin/account', form, cookie)
  const mails =
    await site.sql`select kind, text_body from mails where to_email = ${credentials.email} order by created_at`
  expect(mails.map((mail) => mail.kind)).toEqual([
    'admin-second-factor-set',
    'admin-recovery-code-used',
    'admin-recovery-codes-renewed',
    'admin-password-changed',
  ])
  for (const { text_body: text } of mails) {
    for (const hidden of [secret, ...codes, credentials.password, 'another wardrobe'])
      expect(text).not.toContain(hidden)
  }
})

describe('the log of sign-ins', () => {
  test('tells wrong passwords and codes of a person, without addresses, and cannot be changed', async () => {
    await post('/admin/sign-in', { ...credentials, password: 'not it' }, '', '203.0.113.77')
    await post('/admin/sign-in', { email: 'nobody@beaa.example', password: 'not it' }, '', '203.0.113.77')
    await enrolled()
    await giveCode('000000', await afterPassword())
    expect(await eventsOf()).toEqual(['password-refused', 'signed-in', 'code-refused'])
    const rows = await site.sql`select * from sign_in_events`
    const text = JSON.stringify(rows)
    expect(text).not.toContain('203.0.113.77')
    expect(text).not.toContain('@')
    const unknown = rows.filter((row) => row.person_id === null)
    expect(unknown).toHaveLength(1)
    await expect(site.sql`update sign_in_events set event = 'signed-in'`.execute()).rejects.toThrow('append-only')
    await expect(site.sql`delete from sign_in_events`.execute()).rejects.toThrow('append-only')
    await expect(site.sql`truncate sign_in_events`.execute()).rejects.toThrow('append-only')
  })
})
