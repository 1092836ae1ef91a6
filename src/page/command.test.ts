import { beforeEach, expect, test } from 'bun:test'
import type { FormRequest } from '#requests/page-loader.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { form, text } from '#wire/define-form.ts'
import { command, did, outsideCommand, refusal } from './command.ts'
import { page } from './page.ts'

const database = await databaseOfFile()
beforeEach(async () => {
  await database.sql`delete from contact_enquiries`
})

const nameForm = form({ name: text({ label: 'Name', max: 20, required: 'Enter a name' }) })
const audit = (action: string) => ({ audit: { subject: { kind: 'enquiry', id: '1' }, action } })
type Runner = Parameters<Parameters<typeof command<'anyone', null, never, typeof nameForm>>[0]['run']>[0]['sql']
const insert = (sql: Runner, name: string) => sql`
  insert into contact_enquiries (name, email, message) values (${name}::text, 'a@larkmoor.example', 'Hello')`

/** What is written: the names of enquiries, and the actions of the audit log. */
async function written() {
  const enquiries = await database.sql<{ name: string }[]>`select name from contact_enquiries order by name`
  const lines = await database.sql<{ action: string }[]>`select action from audit_log order by id`
  return { names: enquiries.map(({ name }) => name), actions: lines.map(({ action }) => action.split('.')[1]) }
}

const note = command({
  permission: 'anyone',
  form: nameForm,
  run: async ({ input: { name }, sql }) => {
    await insert(sql, name)
    if (name === 'refused') return refusal('Not now')
    return did(audit('noted'))
  },
  done: { noted: 'It is noted' },
})

/** Asks something that answers outside, and writes what it has said. */
const ask = outsideCommand({
  permission: 'anyone',
  form: nameForm,
  run: async ({ input: { name }, sql, write }) => {
    const [open] = await sql<{ count: number }[]>`
      select count(*)::int as count from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`
    if (name === 'unknown') return refusal('The registry does not know it')
    return await write(async (writing) => {
      await insert(writing, `${name}, ${open!.count} open`)
      if (name === 'refused') return refusal('Not now')
      return did({ answer: name, ...audit('asked') })
    })
  },
})

const notes = page('contact', {
  commands: { note, ask },
  load: async ({ refused }) => ({ why: refused?.message ?? null }),
})

const post = (fields: Record<string, string>) =>
  notes.act!({
    form: fields,
    params: {},
    query: new URLSearchParams(),
    url: '/contact?x=1',
    headers: new Headers(),
    visitor: {},
    services: { sql: database.sql, now: () => new Date('2026-11-25T10:00:00Z') },
  } as unknown as FormRequest)

test('a command is carried out by its intent, the first without one, and says its own end', async () => {
  const { actions } = await written()
  expect(await post({ name: 'Ann' })).toMatchObject({ kind: 'redirect', to: '/contact?done=noted' })
  expect(await post({ intent: 'ask', name: 'Ben' })).toMatchObject({ kind: 'redirect', to: '/contact' })
  expect(await written()).toEqual({ names: ['Ann', 'Ben, 0 open'], actions: [...actions, 'noted', 'asked'] })
})

test('a post with an intent that no command has is not found, and changes nothing', async () => {
  expect(await post({ intent: 'delete', name: 'Ann' })).toEqual({ kind: 'not-found' })
  expect((await written()).names).toEqual([])
})

test.each(['note', 'ask'])('what %s refuses is undone, and its loader knows why', async (intent) => {
  const before = await written()
  expect(await post({ intent, name: 'refused' })).toMatchObject({
    kind: 'page',
    status: 409,
    data: { why: 'Not now' },
    posted: { command: intent, typed: { name: 'refused' }, outcome: { tone: 'warning', title: 'Not now' } },
  })
  expect(await written()).toEqual(before)
})

test('what an outside service does not know is refused before anything is written', async () => {
  expect(await post({ intent: 'ask', name: 'unknown' })).toMatchObject({
    data: { why: 'The registry does not know it' },
  })
  expect((await written()).names).toEqual([])
})

test('a form with mistakes is the page again, with all of them', async () => {
  expect(await post({ name: ' ' })).toMatchObject({
    kind: 'page',
    status: 422,
    posted: { problems: [{ field: 'name', message: 'Enter a name' }] },
  })
})
