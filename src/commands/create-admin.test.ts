import { afterAll, beforeAll, expect, test } from 'bun:test'
import { createLog } from '#process/log.ts'
import { createAuth } from '#providers/auth/better-auth.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'

const sessionSecret = 'a secret of the tests, long enough to be one'
let database: TestDatabase

beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

test('creates an owner with the password of standard input', async () => {
  const run = await command(['olwen@desk.example', 'Olwen', 'Testing'], 'a wardrobe full of herring\nsecond line')
  expect(run).toEqual({
    code: 0,
    out: 'olwen@desk.example can sign in as an owner. Earlier sessions have ended.\n',
    problems: '',
  })
  const people = await database.sql`select name, roles from people`
  expect([...people]).toEqual([{ name: 'Olwen Testing', roles: ['owner'] }])
  expect(await signIn('a wardrobe full of herring')).toBe('signed-in')
})

test('resets the password of somebody who exists', async () => {
  const run = await command(['Olwen@desk.example', 'Olwen'], 'another wardrobe entirely')
  expect(run.code).toBe(0)
  expect(await signIn('a wardrobe full of herring')).toBe('refused')
  expect(await signIn('another wardrobe entirely')).toBe('signed-in')
})

test('resets a second factor only when told to, and writes into the log what it did', async () => {
  const enrol = () => database.sql`
    insert into second_factors (person_id, secret, last_step, enrolled_at)
    select id, '\\x00', 0, now() from people on conflict do nothing`
  await enrol()
  await command(['olwen@desk.example', 'Olwen'], 'a third wardrobe entirely')
  expect(await database.sql`select 1 from second_factors`).toHaveLength(1)
  const run = await command(['--reset-second-factor', 'olwen@desk.example', 'Olwen'], 'a fourth wardrobe entirely')
  expect(run.code).toBe(0)
  expect(await database.sql`select 1 from second_factors`).toHaveLength(0)
  const changes = await database.sql`select action, actor_kind, actor_name from audit_log order by id desc limit 2`
  expect([...changes]).toEqual([
    { action: 'person.second-factor-reset', actor_kind: 'command', actor_name: 'create-admin' },
    { action: 'person.let-in', actor_kind: 'command', actor_name: 'create-admin' },
  ])
})

test('lets a person in again who was deactivated', async () => {
  const [other] = await database.sql`
    insert into people (id, email, name, roles) values ('other', 'other@desk.example', 'Other', '{owner}') returning id`
  await database.sql`insert into credentials (id, person_id, account_id, provider_id, password)
    values ('c', ${other!.id}, ${other!.id}, 'credential', 'x')`
  await database.sql`update people set deactivated_at = now() where email = 'olwen@desk.example'`
  expect(await signIn('a fourth wardrobe entirely')).toBe('refused')
  await command(['olwen@desk.example', 'Olwen'], 'a fifth wardrobe entirely')
  expect(await signIn('a fifth wardrobe entirely')).toBe('signed-in')
  await database.sql`delete from people where id = 'other'`
})

test.each([
  ['no name', ['new@desk.example'], 'long enough to be set', 2],
  ['nothing', [], '', 2],
  ['a word for help', ['--help', 'me'], '', 2],
  ['a short password', ['new@desk.example', 'New'], 'short', 1],
  ['no password', ['new@desk.example', 'New'], '', 1],
  ['a common password', ['new@desk.example', 'New'], 'password1234', 1],
  ['an address without a domain', ['new@desk', 'New'], 'long enough to be set', 1],
])('%s is refused with words and without a change', async (_name, words, input, code) => {
  const run = await command(words, input)
  expect(run.code).toBe(code)
  expect(run.problems).not.toBe('')
  expect(run.problems + run.out).not.toContain('long enough')
  expect(await database.sql`select 1 from people`).toHaveLength(1)
})

test('a database that is not there is said in a sentence', async () => {
  const run = await command(
    ['new@desk.example', 'New'],
    'long enough to be set',
    'postgres://postgres@127.0.0.1:1/none',
  )
  expect(run).toEqual({
    code: 1,
    out: '',
    problems: 'The command did not finish. No PostgreSQL server answers at 127.0.0.1:1 (DATABASE_URL).\n',
  })
})

async function command(words: string[], input: string, databaseUrl = database.url) {
  const run = Bun.spawn(['bun', `${import.meta.dir}/create-admin.ts`, ...words], {
    env: { PATH: process.env.PATH!, DATABASE_URL: databaseUrl },
    stdin: new Blob([input]),
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, problems, code] = await Promise.all([
    new Response(run.stdout).text(),
    new Response(run.stderr).text(),
    run.exited,
  ])
  return { code, out, problems }
}

async function signIn(password: string): Promise<string> {
  const env = { publicUrl: 'http://localhost:3000', sessionSecret }
  const auth = createAuth({ sql: database.sql, env, log: createLog(() => {}) })
  return (await auth.signIn({ email: 'olwen@desk.example', password, headers: new Headers() })).kind
}
