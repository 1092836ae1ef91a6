import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import type { PageData } from '#page/page.ts'
import { cookiesAfter, enrolOverHttp } from '#test/second-factor.ts'
import { signInAdmin } from '#test/sign-in.ts'
import { openTestSite, type TestSite } from '#test/site.ts'
import type { people } from './server.ts'

// Passwords are hashed slowly, on purpose.
setDefaultTimeout(60_000)

let site: TestSite
let owner = ''
let now = new Date()
let made = 0

beforeAll(async () => {
  site = await openTestSite({ now: () => now })
  owner = await signInAdmin(site)
})
afterAll(async () => {
  await site.close()
})
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

const get = (path: string, cookie = '') => site.get(path, { cookie })
const post = (path: string, form: Record<string, string>, cookie = '') => site.post(path, form, { cookie })

async function invited(roles = 'reviewer') {
  const email = `invited-${++made}@beaa.example`
  const response = await post('/admin/people', { name: `Invited ${made}`, email, roles }, owner)
  expect(response.status).toBe(303)
  const path = response.headers.get('location')!.split('?')[0]!
  return { email, path, id: path.split('/').at(-1)!, link: await newestLink(email) }
}

async function newestLink(email: string): Promise<string> {
  const [mail] =
    await site.sql`select text_body from mails where to_email = ${email} and kind in ('admin-invitation', 'admin-new-password') order by created_at desc, id limit 1`
  return new URL(/http\S+\/admin\/invitation\/[\w-]+/.exec(mail!.text_body)![0]).pathname
}

async function accepted(roles = 'reviewer') {
  const person = await invited(roles)
  const response = await post(person.link, { password: 'a wardrobe full of herring' })
  expect(response.status).toBe(303)
  return { ...person, cookie: cookiesAfter('', response) }
}

async function changesOf(id: string) {
  const rows = await site.sql`
    select action, actor_name, before, after from audit_log where subject_id = ${id} order by id`
  return rows.map(({ action, before, after }) => [action, before, after])
}

test('an invitation is a mail with a link that works once and gives the roles that it names', async () => {
  const { email, path, id, link } = await invited('editor')
  expect(await (await get('/admin/people', owner)).text()).toContain(email)
  expect(await (await get(path, owner)).text()).toContain('Invited')
  // Nobody signs in before the password is set, and looking at the link uses nothing up.
  expect((await post('/admin/sign-in', { email, password: 'a wardrobe full of herring' })).status).toBe(422)
  expect((await get(link)).status).toBe(200)
  expect((await get(link)).status).toBe(200)

  const short = await post(link, { password: 'short' })
  expect(short.status).toBe(422)
  expect(await short.text()).toContain('shorter than 12')
  const common = await post(link, { password: 'password1234' })
  expect(common.status).toBe(422)
  expect(await common.text()).toContain('many people choose')
  const set = await post(link, { password: 'a wardrobe full of herring' })
  expect(set.headers.get('location')).toBe('/admin')
  const cookie = cookiesAfter('', set)
  expect((await get('/admin/register', cookie)).status).toBe(200)
  expect((await get('/admin/people', cookie)).status).toBe(403)

  expect((await get(link)).status).toBe(410)
  expect((await post(link, { password: 'another wardrobe entirely' })).status).toBe(410)
  expect((await post('/admin/sign-in', { email, password: 'another wardrobe entirely' })).status).toBe(422)
  expect(await changesOf(id)).toEqual([
    ['person.invited', null, { name: `Invited ${made}`, roles: ['editor'] }],
    ['person.password-set', null, null],
  ])
  // The database holds no token.
  const [kept] = await site.sql`select encode(token_hash, 'hex') as hash from invitations where person_id = ${id}`
  expect(kept!.hash).toMatch(/^[0-9a-f]{64}$/)
})

test('of two who open the link at once, one sets the password', async () => {
  const { link } = await invited()
  const answers = await Promise.all([
    post(link, { password: 'the first of two passwords' }),
    post(link, { password: 'the second of two passwords' }),
  ])
  expect(answers.map((answer) => answer.status).sort()).toEqual([303, 410])
})

test('a link ends after seven days, with a newer one, and with the person', async () => {
  const { link, path, email } = await invited()
  const started = now
  now = new Date(now.getTime() + 7 * 86_400_000 + 1000)
  expect((await get(link)).status).toBe(410)
  now = started
  expect((await post(path, { intent: 'send-link' }, owner)).headers.get('location')).toBe(`${path}?done=link-sent`)
  expect((await get(link)).status).toBe(404)
  const newer = await newestLink(email)
  expect((await get(newer)).status).toBe(200)
  await post(path, { intent: 'deactivate' }, owner)
  expect((await get(newer)).status).toBe(404)
  expect((await post(newer, { password: 'a wardrobe full of herring' })).status).toBe(404)
})

test('a link ends with a password that is set on another way', async () => {
  const { email, path, cookie } = await accepted()
  await post(path, { intent: 'send-link' }, owner)
  const link = await newestLink(email)
  expect((await get(link)).status).toBe(200)
  const change = { intent: 'change-password', current_password: 'a wardrobe full of herring' }
  const changed = await post('/admin/account', { ...change, password: 'a bathtub full of herring' }, cookie)
  expect(changed.headers.get('location')).toBe('/admin/account?done=password')
  expect((await get(link)).status).toBe(404)
  expect((await post(link, { password: 'a cupboard full of herring' })).status).toBe(404)
})

test.each([
  ['no name', { name: ' ', email: 'new@beaa.example', roles: 'reviewer' }, 'Enter a name'],
  ['no address', { name: 'New', email: 'new', roles: 'reviewer' }, 'Enter an email address, like name@example.com'],
  ['an unknown role', { name: 'New', email: 'new@beaa.example', roles: 'emperor' }, 'Choose at least one role'],
  ['a line break', { name: 'New\u0007', email: 'new@beaa.example', roles: 'reviewer' }, 'Use letters, numbers'],
])('an invitation with %s is refused, and keeps what was typed', async (_name, form, message) => {
  const refused = await post('/admin/people', form, owner)
  expect(refused.status).toBe(422)
  const html = await refused.text()
  expect(html).toContain(message)
  expect(html).toContain(`value="${form.email}"`)
  expect(await site.sql`select 1 from people where email = 'new@beaa.example'`).toHaveLength(0)
})

test('an address is invited once, in whatever case', async () => {
  const { email } = await invited()
  const again = await post('/admin/people', { name: 'Again', email: email.toUpperCase(), roles: 'owner' }, owner)
  expect(again.status).toBe(422)
  expect(await again.text()).toContain('There is already a person with this address.')
})

test('another role holds at once, in sessions that are open too, and is recorded', async () => {
  const { cookie, path, id } = await accepted('reviewer')
  expect((await get('/admin/register', cookie)).status).toBe(403)
  await post(path, { intent: 'change-roles', roles: 'editor' }, owner)
  expect((await get('/admin/register', cookie)).status).toBe(200)
  expect((await post(path, { intent: 'change-roles', roles: 'emperor' }, owner)).status).toBe(422)
  await post(path, { intent: 'change-roles', roles: 'editor' }, owner)
  expect((await changesOf(id)).slice(2)).toEqual([
    ['person.roles-changed', { roles: ['reviewer'] }, { roles: ['editor'] }],
  ])
})

test('several roles are held together, as boxes of one list', async () => {
  const { cookie, path, id } = await accepted('reviewer')
  const boxes = (...roles: string[]) =>
    site.post(path, [['intent', 'change-roles'], ...roles.map((role) => ['roles[]', role])], { cookie: owner })
  // Sent in any order and twice, kept once in their published order.
  await boxes('finance', 'reviewer', 'finance')
  const answers = async (...paths: string[]) =>
    await Promise.all(paths.map(async (each) => (await get(each, cookie)).status))
  expect(await answers('/admin/applications', '/admin/orders', '/admin/register')).toEqual([200, 200, 403])
  expect((await boxes()).status).toBe(422)
  expect((await boxes('reviewer', 'emperor')).status).toBe(422)
  await boxes('panel')
  expect(await answers('/admin', '/admin/applications', '/admin/orders')).toEqual([200, 403, 403])
  expect((await changesOf(id)).slice(2)).toEqual([
    ['person.roles-changed', { roles: ['reviewer'] }, { roles: ['reviewer', 'finance'] }],
    ['person.roles-changed', { roles: ['reviewer', 'finance'] }, { roles: ['panel'] }],
  ])
  await expect(site.sql`update people set roles = '{}' where id = ${id}`.execute()).rejects.toThrow(
    'people_roles_known',
  )
})

test('who is deactivated is out at once, and comes back as they were', async () => {
  const { cookie, path, email } = await accepted()
  await post(path, { intent: 'deactivate' }, owner)
  expect((await get('/admin', cookie)).status).toBe(303)
  const credentials = { email, password: 'a wardrobe full of herring' }
  const refused = await post('/admin/sign-in', credentials)
  expect(refused.status).toBe(422)
  expect(await refused.text()).toContain('The email address or the password is not right.')
  await post(path, { intent: 'reactivate' }, owner)
  expect((await post('/admin/sign-in', credentials)).status).toBe(303)
  expect((await get('/admin', cookie)).status).toBe(303)
})

test('a second factor is reset by an owner, and the sessions end with it', async () => {
  const { cookie, path, id, email } = await accepted()
  const offered = await get('/admin/second-factor', cookie)
  expect(offered.status).toBe(200)
  // Whoever is signed in already proves the password again.
  await expect(enrolOverHttp(site, cookie, now)).rejects.toThrow('422')
  const person = await enrolOverHttp(site, cookie, now, 'a wardrobe full of herring')
  // One's own goes by the account alone, which asks for the password.
  await site.sql`update people set roles = '{owner}' where id = ${id}`
  await post(path, { intent: 'reset-second-factor' }, person.cookie)
  expect(await site.sql`select from second_factors where person_id = ${id}`).toHaveLength(1)
  await site.sql`update people set roles = '{reviewer}' where id = ${id}`
  const half = await post('/admin/sign-in', { email, password: 'a wardrobe full of herring' })
  expect(half.headers.get('location')).toStartWith('/admin/second-factor')
  await post(path, { intent: 'reset-second-factor' }, owner)
  expect((await get('/admin', person.cookie)).status).toBe(303)
  const whole = await post('/admin/sign-in', { email, password: 'a wardrobe full of herring' })
  expect(whole.headers.get('location')).toBe('/admin')
  expect((await changesOf(id)).map(([action]) => action)).toContain('person.second-factor-reset')
})

test('the last owner can be neither demoted nor deactivated, nor deleted', async () => {
  const [me] = await site.sql`select id from people where email = ${site.admin.email}`
  const path = `/admin/people/${me!.id}`
  // An owner who was invited and has no password yet is nobody to leave the admin area to.
  await invited('owner')
  for (const form of [{ intent: 'deactivate' }, { intent: 'change-roles', roles: 'finance' }]) {
    const response = await post(path, form as Record<string, string>, owner)
    expect(response.headers.get('location')).toBe(`${path}?done=last-owner`)
  }
  expect(await (await get(`${path}?done=last-owner`, owner)).text()).toContain(
    'This is the last owner who can sign in.',
  )
  await expect(site.sql`delete from people where id = ${me!.id}`.execute()).rejects.toThrow('the last owner stays')
  await expect(site.sql`update people set roles = '{finance}'`.execute()).rejects.toThrow('the last owner stays')
  expect((await get('/admin/people', owner)).status).toBe(200)
  expect(await changesOf(me!.id)).toEqual([])
})

test('of two owners who demote each other at once, one stays', async () => {
  for (let round = 0; round < 5; round++) {
    const { id: second } = await accepted('owner')
    const [first] = await site.sql`select id from people where email = ${site.admin.email}`
    await Promise.allSettled([
      site.sql`update people set roles = '{finance}' where id = ${first!.id}`,
      site.sql`update people set deactivated_at = now() where id = ${second}`,
    ])
    const owners = await site.sql`
      select p.id from people as p join credentials as c on c.person_id = p.id
      where 'owner' = any (p.roles) and p.deactivated_at is null`
    expect(owners).toHaveLength(1)
    await site.sql`update people set roles = '{owner}', deactivated_at = null where id in (${first!.id}, ${second})`
    await site.sql`update people set roles = '{reviewer}' where id = ${second}`
  }
})

test('the list of people is sorted by name and by when they signed in', async () => {
  const listed = async (sort: string) => {
    const headers = { cookie: owner, accept: 'application/json' }
    const response = await fetch(`${site.origin}/admin/people?sort=${sort}`, { headers })
    return ((await response.json()) as { data: PageData<typeof people> }).data.people
  }
  const byName = await listed('')
  expect(await listed('-name')).toEqual(byName.toReversed())
  const times = async (sort: string) => (await listed(sort)).map(({ signedInAt }) => signedInAt ?? '')
  expect(await times('signed-in')).toEqual((await times('signed-in')).toSorted())
  expect(await times('-signed-in')).toEqual((await times('signed-in')).toReversed())
})

test('a person that does not exist is not found by a form', async () => {
  expect((await post('/admin/people/nobody', { intent: 'deactivate' }, owner)).status).toBe(404)
})
