import { expect, test } from 'bun:test'
import { type } from 'arktype'
import type { FormRequest } from '#requests/page-loader.ts'
import { databaseOfFile } from '#test/of-file.ts'
import { form, text } from '#wire/define-form.ts'
import { command, did, refusal } from './command.ts'
import { notFound, page } from './page.ts'

const database = await databaseOfFile()

const stop = command({
  permission: 'anyone',
  form: form({ left: text({ label: 'Left', max: 3 }) }),
  reads: ({ left = '', unit = '' }) => ({ left: left + unit }),
  run: async ({ input: { left } }) => (left === 'no' ? refusal('Not now') : did({ answer: Number(left) })),
  done: { stopped: { tone: 'warning', title: 'It is stopped', text: 'Some are left.' } },
  leadsTo: (left) => (left > 0 ? '/contact?done=stopped' : null),
})
const stops = page('contact', {
  commands: { stop },
  load: async ({ answers, typed }) => ({ left: answers.stop ?? null, typed: typed.left ?? null }),
  status: ({ left }) => (left === 7 ? 410 : null),
})

const request = () => ({
  params: {},
  query: new URLSearchParams('done=stopped'),
  url: '/contact?done=stopped',
  headers: new Headers(),
  visitor: {},
  services: { sql: database.sql, now: () => new Date('2026-11-25T10:00:00Z') },
})
const post = (left: string) => stops.act!({ ...request(), form: { left } } as unknown as FormRequest)

test('a command leads on, or shows what it has answered at once, as its answer says', async () => {
  expect(await post('2')).toMatchObject({ kind: 'redirect', to: '/contact?done=stopped' })
  expect(await post('0')).toMatchObject({ kind: 'page', status: 200, data: { left: 0 } })
})

test('a form can have other fields than what its command takes', async () => {
  const outcome = await stops.act!({ ...request(), form: { left: '1', unit: '0' } } as unknown as FormRequest)
  expect(outcome).toMatchObject({ kind: 'redirect', to: '/contact?done=stopped' })
  const asked = await stops.act!({ ...request(), form: { left: 'n', unit: 'o' } } as unknown as FormRequest)
  expect(asked).toMatchObject({ status: 409, data: { typed: 'n' } })
})

test('a loader knows what was typed, and its status is that of the failure unless its data has one', async () => {
  expect(await post('no')).toMatchObject({ kind: 'page', status: 409, data: { left: null, typed: 'no' } })
  const shown = await stops.load(request() as unknown as FormRequest)
  expect(shown).toMatchObject({ data: { left: null, typed: null } })
  expect(shown).not.toHaveProperty('status')
})

test('the words of what was done have a tone and a text where they need them', async () => {
  expect(await stops.load(request() as unknown as FormRequest)).toMatchObject({
    posted: { outcome: { tone: 'warning', title: 'It is stopped', text: 'Some are left.' } },
  })
})

test('a page may say what a post without an intent is for, or that it is for nothing', async () => {
  const say = (word: string) =>
    command({
      permission: 'anyone',
      schema: type({ 'on?': 'string' }),
      reads: (_, query) => ({ on: query.get('on') ?? '' }),
      run: async ({ input }) => did({ answer: word + input.on }),
      leadsTo: (answer) => `/${answer}`,
    })
  const steps = page('contact', {
    commands: { first: say('first'), second: say('second') },
    intentOf: ({ step }) => step ?? null,
    load: async () => ({}),
  })
  const query = new URLSearchParams('on=-tuesday')
  const send = (form: Record<string, string>) => steps.act!({ ...request(), query, form } as unknown as FormRequest)
  expect(await send({})).toEqual({ kind: 'not-found' })
  expect(await send({ step: 'second' })).toMatchObject({ to: '/second-tuesday' })
  expect(await send({ intent: 'first', step: 'second' })).toMatchObject({ to: '/first-tuesday' })
})

test('a code that works once is not in the page again', async () => {
  const give = command({
    permission: 'anyone',
    form: form({ name: text({ label: 'Name', max: 9 }), code: text({ label: 'Code', max: 9 }) }),
    secrets: ['code'],
    run: async () => refusal('The code is not right'),
  })
  const asks = page('contact', { commands: { give }, load: async () => ({}) })
  const outcome = await asks.act!({ ...request(), form: { name: 'Ada', code: '123456' } } as unknown as FormRequest)
  expect(outcome).toMatchObject({ status: 409, posted: { typed: { name: 'Ada' } } })
  expect(JSON.stringify(outcome)).not.toContain('123456')
})

test("only notFound() and redirect() answer no page: data with the same words is a page's", async () => {
  const named = page('contact', { load: async ({ query }) => (query.has('done') ? { kind: 'not-found' } : notFound()) })
  const shown = await named.load(request() as unknown as FormRequest)
  expect(shown).toEqual({ kind: 'page', data: { kind: 'not-found' } })
  const missing = await named.load({ ...request(), query: new URLSearchParams() } as unknown as FormRequest)
  expect(missing).toEqual({ kind: 'not-found' })
})
