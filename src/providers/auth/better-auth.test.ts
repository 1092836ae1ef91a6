import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test'
import { signInAddressProblem } from '#domain/mail-address.ts'
import type { Role } from '#domain/permissions.ts'
import { createLog } from '#process/log.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { emptyTables } from '#test/empty-tables.ts'
import type { Auth } from './auth.ts'
import { createAuth } from './better-auth.ts'
import { ensureFirstAdmin } from './first-admin.ts'

const sessionSecret = 'a secret of the tests, long enough to be one'
const owner = {
  email: 'olwen@desk.example',
  name: 'Olwen Testing',
  password: 'a wardrobe full of herring',
  roles: ['owner' as const],
}

let database: TestDatabase
let auth: Auth
const lines: string[] = []
const log = createLog((line) => lines.push(line))

beforeAll(async () => {
  database = await openTestDatabase()
  auth = createAuth({ sql: database.sql, env: { publicUrl: 'http://localhost:3000', sessionSecret }, log })
})
beforeEach(async () => {
  await emptyTables(database.sql, 'people cascade')
  await auth.setPassword(owner)
})
afterAll(() => database.close())

describe('sign-in', () => {
  test('gives a cookie that names the person, with their roles', async () => {
    const cookie = await signIn(owner.password)
    const [person] = await database.sql`select id from people`
    expect(await auth.admin(withCookie(cookie))).toEqual({ id: person!.id, name: 'Olwen Testing', roles: ['owner'] })
  })

  test('takes the address in any case, with blanks around', async () => {
    const outcome = await auth.signIn({ ...owner, email: ' Olwen@DESK.example ', headers: new Headers() })
    expect(outcome.kind).toBe('signed-in')
  })

  test('takes a password typed in other code points of the same letters', async () => {
    await auth.setPassword({ ...owner, password: 'caf\u00e9 in the harbour' })
    await signIn('cafe\u0301 in the harbour')
  })

  test.each([
    ['a wrong password', { email: owner.email, password: 'a wardrobe full of herrings' }],
    ['an unknown address', { email: 'nobody@desk.example', password: owner.password }],
    ['an empty password', { email: owner.email, password: '' }],
    ['no address at all', { email: 'olwen', password: owner.password }],
    ['an empty address', { email: '', password: '' }],
    ['a NUL in the address', { email: 'olwen\u0000@desk.example', password: owner.password }],
    ['a pattern as the address', { email: '%@desk.example', password: owner.password }],
    ['an endless password', { email: owner.email, password: 'x'.repeat(60_000) }],
  ])('%s is refused in the same words', async (_name, input) => {
    expect(await auth.signIn({ ...input, headers: new Headers() })).toEqual({ kind: 'refused' })
    expect(await sessions()).toBe(0)
  })

  test('an unknown address takes as long as a wrong password', async () => {
    // The processor's time, for the clock also counts what else the machine is doing.
    const time = async (email: string) => {
      const started = process.cpuUsage()
      await auth.signIn({ email, password: 'not the password', headers: new Headers() })
      const { user, system } = process.cpuUsage(started)
      return user + system
    }
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 9; round++) {
      known.push(await time(owner.email))
      unknown.push(await time('nobody@desk.example'))
    }
    expect(median(unknown)).toBeGreaterThan(median(known) / 2)
    expect(median(unknown)).toBeLessThan(median(known) * 2)
  })

  test('each one makes a new session, and ends the one that the browser had', async () => {
    const first = await signIn(owner.password)
    const outcome = await auth.signIn({ ...owner, headers: withCookie(first) })
    const second = cookieOf(outcome)
    expect(second).not.toBe(first)
    expect(await auth.admin(withCookie(first))).toBeNull()
    expect(await auth.admin(withCookie(second))).not.toBeNull()
  })

  test('a failed one leaves the session of the browser alone', async () => {
    const cookie = await signIn(owner.password)
    await auth.signIn({ email: owner.email, password: 'wrong wrong wrong', headers: withCookie(cookie) })
    expect(await auth.admin(withCookie(cookie))).not.toBeNull()
  })

  test('writes nothing about people into the log, and keeps neither address nor browser', async () => {
    await signIn(owner.password)
    await auth.signIn({ email: 'mistyped@desk.example', password: 'x', headers: new Headers() })
    expect(lines).toEqual([])
    const [row] = await database.sql`select ip_address, user_agent, browser from sign_in_sessions`
    expect([row!.ip_address, row!.user_agent, row!.browser]).toEqual(['', '', 'An unknown browser'])
  })
})

describe('the cookie', () => {
  test('on http is host-only, HttpOnly, SameSite=Lax and lasts twelve hours', async () => {
    const line = lineOf(await auth.signIn({ ...owner, headers: new Headers() }))
    expect(line.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax'])
    expect(line).toStartWith('admin=')
  })

  test('on https is Secure under the __Host- prefix, and the plain name opens nothing', async () => {
    const secured = createAuth({
      sql: database.sql,
      env: { publicUrl: 'https://register.example', sessionSecret },
      log,
    })
    const line = lineOf(await secured.signIn({ ...owner, headers: new Headers() }))
    expect(line).toStartWith('__Host-admin=')
    expect(line.split('; ').slice(1).sort()).toEqual(['HttpOnly', 'Max-Age=43200', 'Path=/', 'SameSite=Lax', 'Secure'])
    const cookie = line.split(';')[0]!
    expect(await secured.admin(withCookie(cookie))).not.toBeNull()
    expect(await secured.admin(withCookie(cookie.replace('__Host-', '')))).toBeNull()
    const { cookies } = await secured.signOut(withCookie(cookie))
    expect(cookies).toEqual(['__Host-admin=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0; Secure'])
  })

  test('opens nothing when it was changed, cut or made with another secret', async () => {
    const cookie = await signIn(owner.password)
    const other = createAuth({
      sql: database.sql,
      env: { publicUrl: 'http://localhost:3000', sessionSecret: sessionSecret.toUpperCase() },
      log,
    })
    const [session] = await database.sql`select token from sign_in_sessions`
    const bad = [
      cookie.slice(0, -6),
      cookie.replace(/=(.)/, (_all, letter) => `=${letter === 'a' ? 'b' : 'a'}`),
      `admin=${session!.token}`,
      `admin=${session!.token}.`,
      'admin=',
      'admin=%E0%A4%A',
      'admin=null',
      `admin=${'x'.repeat(5_000)}`,
      `admin=.${'A'.repeat(43)}=`,
    ]
    for (const value of bad) expect([value, await auth.admin(withCookie(value))]).toEqual([value, null])
    expect(await other.admin(withCookie(cookie))).toBeNull()
    expect(await auth.admin(withCookie(cookie))).not.toBeNull()
  })

  test('is found among others, and the other cookies of the library mean nothing', async () => {
    const cookie = await signIn(owner.password)
    const crowd = `mine=x.y; better-auth.session_data=eyJ4Ijp9; ${cookie}; better-auth.dont_remember=true; deskbound=1`
    expect(await auth.admin(withCookie(crowd))).toMatchObject({ roles: ['owner'] })
    expect(await auth.admin(withCookie('better-auth.session_data=eyJ4Ijp9; mine=1'))).toBeNull()
  })
})

describe('a session', () => {
  test('ends twelve hours after sign-in, and using it does not lengthen it', async () => {
    const cookie = await signIn(owner.password)
    const [made] = await database.sql`select expires_at from sign_in_sessions`
    const hours = (Date.parse(made!.expires_at) - Date.now()) / 3_600_000
    expect(hours).toBeGreaterThan(11.98)
    expect(hours).toBeLessThanOrEqual(12)

    await database.sql`update sign_in_sessions set expires_at = now() + interval '1 minute'`
    expect(await auth.admin(withCookie(cookie))).not.toBeNull()
    const [used] = await database.sql`select expires_at < now() + interval '2 minutes' as soon from sign_in_sessions`
    expect(used!.soon).toBe(true)

    await database.sql`update sign_in_sessions set expires_at = now() - interval '1 second'`
    expect(await auth.admin(withCookie(cookie))).toBeNull()
  })

  test('ends at sign-out on the server, not only in the browser', async () => {
    const cookie = await signIn(owner.password)
    const { cookies } = await auth.signOut(withCookie(cookie))
    expect(cookies).toEqual(['admin=; Path=/; HttpOnly; SameSite=Lax; Max-Age=0'])
    expect(await auth.admin(withCookie(cookie))).toBeNull()
    expect(await sessions()).toBe(0)
  })

  test('of another browser outlives a sign-out', async () => {
    const here = await signIn(owner.password)
    const there = await signIn(owner.password)
    await auth.signOut(withCookie(here))
    expect(await auth.admin(withCookie(there))).not.toBeNull()
  })

  test('ends everywhere when the password changes, for this person only', async () => {
    const colleague = { ...owner, email: 'tamsin@desk.example', name: 'Tamsin Testing', roles: ['reviewer' as const] }
    await auth.setPassword(colleague)
    const mine = [await signIn(owner.password), await signIn(owner.password)]
    const theirs = cookieOf(await auth.signIn({ ...colleague, headers: new Headers() }))

    await auth.setPassword({ ...owner, password: 'another wardrobe entirely' })

    for (const cookie of mine) expect(await auth.admin(withCookie(cookie))).toBeNull()
    expect(await auth.admin(withCookie(theirs))).toMatchObject({ name: 'Tamsin Testing', roles: ['reviewer' as const] })
    expect((await auth.signIn({ ...owner, headers: new Headers() })).kind).toBe('refused')
    await signIn('another wardrobe entirely')
  })

  test('carries the roles of this moment, and ends with the person', async () => {
    const cookie = await signIn(owner.password)
    await auth.setPassword({ ...owner, email: 'second@desk.example', name: 'Second Testing' })
    await database.sql`update people set roles = '{finance,reviewer}' where email = ${owner.email}`
    expect(await auth.admin(withCookie(cookie))).toMatchObject({ roles: ['finance', 'reviewer'] })
    await emptyTables(database.sql, 'people cascade')
    expect(await auth.admin(withCookie(cookie))).toBeNull()
  })

  test('that has run out is forgotten at the next sign-in', async () => {
    await signIn(owner.password)
    await database.sql`update sign_in_sessions set expires_at = now() - interval '1 day'`
    await signIn(owner.password)
    expect(await sessions()).toBe(1)
  })
})

describe('what a session still needs', () => {
  const strict = (publicUrl: string) =>
    createAuth({ sql: database.sql, env: { publicUrl, sessionSecret, requireSecondFactor: true }, log })
  const enrol = () => database.sql`
    insert into second_factors (person_id, secret, last_step, enrolled_at) select id, '\\x00', 0, now() from people`

  test('is nothing, an enrolment or a code, and until then it is nobody', async () => {
    const cookie = await signIn(owner.password)
    const required = strict('http://localhost:3000')
    expect((await auth.session(withCookie(cookie)))?.needs).toBe('nothing')
    expect((await required.session(withCookie(cookie)))?.needs).toBe('enrolment')
    expect(await required.admin(withCookie(cookie))).toBeNull()
    await enrol()
    for (const one of [auth, required]) {
      expect((await one.session(withCookie(cookie)))?.needs).toBe('code')
      expect(await one.admin(withCookie(cookie))).toBeNull()
    }
  })

  test.each(['http://localhost:3000', 'https://register.example'])(
    'once given, goes on under another cookie: %s',
    async (url) => {
      const strictAuth = strict(url)
      await enrol()
      const line = lineOf(await strictAuth.signIn({ ...owner, headers: new Headers() }))
      const half = line.split(';')[0]!
      const session = await strictAuth.session(withCookie(half))
      const { cookies } = await strictAuth.passSecondFactor(session!)
      expect(cookies).toHaveLength(1)
      // The same name and attributes as the library's own.
      const attributes = (text: string) => text.split('; ').slice(1).sort()
      expect(attributes(cookies[0]!)).toEqual(attributes(line))
      const whole = cookies[0]!.split(';')[0]!
      expect(whole.split('=')[0]).toBe(half.split('=')[0]!)
      expect(await strictAuth.admin(withCookie(whole))).toMatchObject({ name: 'Olwen Testing' })
      expect(await strictAuth.session(withCookie(half))).toBeNull()
      const changed = await strictAuth.changePassword(
        (await strictAuth.session(withCookie(whole)))!,
        'another wardrobe entirely',
      )
      expect(await strictAuth.admin(withCookie(whole))).toBeNull()
      expect(await strictAuth.admin(withCookie(changed.cookies[0]!.split(';')[0]!))).toMatchObject({ roles: ['owner'] })
      expect(await strictAuth.isPassword(session!.person.id, 'another wardrobe entirely')).toBe(true)
      expect(await strictAuth.isPassword(session!.person.id, owner.password)).toBe(false)
    },
  )

  test('of somebody deactivated is refused as a wrong password is, and leaves no session', async () => {
    await auth.setPassword({ ...owner, email: 'second@desk.example', name: 'Second Testing' })
    await database.sql`update people set deactivated_at = now() where email = ${owner.email}`
    expect(await auth.signIn({ ...owner, headers: new Headers() })).toEqual({ kind: 'refused' })
    expect(await sessions()).toBe(0)
  })
})

describe('setting a password', () => {
  test('keeps the person and leaves one password, hashed with Argon2id', async () => {
    const [before] = await database.sql`select id from people`
    await auth.setPassword({ ...owner, email: 'OLWEN@desk.example', name: 'Olwen Again', password: 'a third wardrobe' })
    const people = await database.sql`select id, name, email from people`
    expect([...people]).toEqual([{ id: before!.id, name: 'Olwen Again', email: 'olwen@desk.example' }])
    const credentials = await database.sql`select password from credentials`
    expect(credentials).toHaveLength(1)
    expect(credentials[0]!.password).toStartWith('$argon2id$v=19$m=19456,t=2,p=1$')
  })

  test('twice at once ends with one of the two', async () => {
    await emptyTables(database.sql, 'people cascade')
    const passwords = ['the first of two', 'the second of two']
    await Promise.all(passwords.map((password) => auth.setPassword({ ...owner, password })))
    const outcomes = await Promise.all(
      passwords.map((password) => auth.signIn({ ...owner, password, headers: new Headers() })),
    )
    expect(outcomes.map((outcome) => outcome.kind).sort()).toEqual(['refused', 'signed-in'])
  })

  test.each([
    ['a short password', { password: 'elevenchars' }],
    ['an endless password', { password: 'x'.repeat(201) }],
    ['an address without a domain', { email: 'olwen@localhost' }],
    ['a role that does not exist', { roles: ['emperor' as Role] }],
  ])('%s is refused and changes nothing', async (_name, change) => {
    const cookie = await signIn(owner.password)
    await expect(auth.setPassword({ ...owner, ...change })).rejects.toThrow()
    expect(await auth.admin(withCookie(cookie))).toMatchObject({ roles: ['owner'] })
  })

  test('every address that may be set can be signed in with', async () => {
    const odd = [
      "o'quillan@desk.example",
      'a.b-c_d+e@sub-domain.desk.example',
      '1@a.bc',
      `${'x'.repeat(60)}@desk.example`,
    ]
    for (const email of odd) {
      expect([email, signInAddressProblem(email)]).toEqual([email, null])
      await auth.setPassword({ ...owner, email })
      expect([email, (await auth.signIn({ ...owner, email, headers: new Headers() })).kind]).toEqual([
        email,
        'signed-in',
      ])
    }
    for (const email of [
      '',
      'a@b',
      'a b@desk.example',
      'a..b@desk.example',
      '.a@desk.example',
      'ü@desk.example',
      'a@-.example',
    ])
      expect([email, signInAddressProblem(email)]).not.toEqual([email, null])
  })
})

describe('the first administrator', () => {
  const first = { email: 'first@desk.example', password: 'the very first one' }

  test('comes from the environment while there is nobody', async () => {
    await emptyTables(database.sql, 'people cascade')
    expect(await ensureFirstAdmin(auth, database.sql, null)).toBe(false)
    const common = { ...first, password: 'administrator1' }
    await expect(ensureFirstAdmin(auth, database.sql, common)).rejects.toThrow(
      'ADMIN_PASSWORD: This password is one of',
    )
    await expect(auth.setPassword({ ...owner, password: 'password1234' })).rejects.toThrow('many people choose')
    expect(await ensureFirstAdmin(auth, database.sql, first)).toBe(true)
    const cookie = cookieOf(await auth.signIn({ ...first, headers: new Headers() }))
    expect(await auth.admin(withCookie(cookie))).toMatchObject({ name: 'Administrator', roles: ['owner'] })
  })

  test('is not created, and nobody changed, when there is anybody', async () => {
    expect(await ensureFirstAdmin(auth, database.sql, first)).toBe(false)
    expect(await ensureFirstAdmin(auth, database.sql, { ...first, email: owner.email })).toBe(false)
    await signIn(owner.password)
  })
})

test('a database that fails is told to the log without personal data, and is no session', async () => {
  const broken = await openTestDatabase()
  const lines: string[] = []
  const failing = createAuth({
    sql: broken.sql,
    env: { publicUrl: 'http://localhost:3000', sessionSecret },
    log: createLog((line) => lines.push(line)),
  })
  await failing.setPassword(owner)
  const cookie = cookieOf(await failing.signIn({ ...owner, headers: new Headers() }))
  await broken.sql`drop table sign_in_sessions`
  await expect(failing.admin(withCookie(cookie))).rejects.toThrow()
  expect(lines.join('')).toContain('"code":"42P01"')
  expect(lines.join('')).not.toContain('olwen')
  await broken.close()
})

test('nothing of the library is loaded before a session cookie or a sign-in arrives', async () => {
  const program = `
    const loaded = () => Object.keys(require.cache).filter((path) => path.includes('better-auth/dist')).length
    const { createAuth } = await import('./src/providers/auth/better-auth.ts')
    const { openSql } = await import('./src/database/sql.ts')
    const sql = openSql(${JSON.stringify(database.url)})
    const auth = createAuth({ sql, env: { publicUrl: 'http://localhost', sessionSecret: 'x'.repeat(40) }, log: { info() {}, error() {} } })
    await auth.admin(new Headers({ cookie: 'mine=a.b; admin=' }))
    await auth.admin(new Headers())
    await auth.signOut(new Headers())
    await auth.setPassword({ email: 'lazy@desk.example', name: 'Lazy', password: 'long enough to be set', roles: ['owner'] })
    const before = loaded()
    await auth.admin(new Headers({ cookie: 'admin=a.b' }))
    console.log(JSON.stringify([before, loaded() > 0]))
    process.exit(0)`
  const run = Bun.spawn(['bun', '-e', program], {
    cwd: `${import.meta.dir}/../../..`,
    stdout: 'pipe',
    stderr: 'inherit',
  })
  expect((await new Response(run.stdout).text()).trim()).toBe('[0,true]')
})

async function signIn(password: string): Promise<string> {
  return cookieOf(await auth.signIn({ email: owner.email, password, headers: new Headers() }))
}

function lineOf(outcome: Awaited<ReturnType<Auth['signIn']>>): string {
  if (outcome.kind !== 'signed-in') throw new Error('refused')
  expect(outcome.cookies).toHaveLength(1)
  return outcome.cookies[0]!
}

function cookieOf(outcome: Awaited<ReturnType<Auth['signIn']>>): string {
  return lineOf(outcome).split(';')[0]!
}

function withCookie(cookie: string): Headers {
  return new Headers({ cookie })
}

async function sessions(): Promise<number> {
  return (await database.sql`select 1 from sign_in_sessions`).length
}

function median(values: number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!
}
