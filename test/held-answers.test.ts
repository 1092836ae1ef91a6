import { afterAll, expect, test } from 'bun:test'
import { takeUnfit } from './held-answers.ts'

// A server that answers calls of the document as no site of ours may: each has to be noticed, by the name of its call.

const partner = {
  id: '0190b5b1-7e57-4000-8000-000000000000',
  name: 'Quayside Press',
  url: 'https://quayside.example/',
  logoUrl: null,
  active: true,
  priority: 1,
}
const failed = { error: 'There is no such event.', kind: 'not-found', reference: 'ABCDEFGHJK' }
let next = new Response()
const server = Bun.serve({ port: 0, hostname: '0.0.0.0', fetch: () => next })
afterAll(() => server.stop(true))

async function unfit(path: string, answer: Response): Promise<string[]> {
  next = answer
  await (await fetch(new URL(path, server.url))).text()
  return takeUnfit()
}

test('an answer as the document declares it passes', async () => {
  expect(await unfit('/api/partners', Response.json([partner], { headers: { 'x-total-count': '1' } }))).toEqual([])
  expect(await unfit('/api/events/quay-day', Response.json(failed, { status: 404 }))).toEqual([])
  expect(await unfit('/api/nothing', Response.json({}, { status: 418 }))).toEqual([])
})

test.each([
  ['a status', Response.json([partner], { status: 201 }), '201, which'],
  ['a content type', new Response('[]', { headers: { 'content-type': 'text/html' } }), 'as text/html, which'],
  ['a header', Response.json([], { headers: { 'set-cookie': 'a=b' } }), 'with a set-cookie header, which'],
  ['a missing field', Response.json([{ ...partner, name: undefined }]), "must have required property 'name'"],
  ['a field too many', Response.json([{ ...partner, email: '' }]), 'must NOT have additional properties (email)'],
  ['a format', Response.json([{ ...partner, id: '7' }]), '/0/id must match format "uuid"'],
  ['no JSON', new Response('[', { headers: { 'content-type': 'application/json' } }), 'must be array'],
  ['a failure without words', Response.json({ kind: 'internal' }, { status: 500 }), "required property 'error'"],
  ['a failure of another kind', Response.json(failed, { status: 500 }), '/kind must be equal to constant'],
])('%s that is not declared is noticed', async (_, answer, words) => {
  const [sentence, ...more] = await unfit('/api/partners', answer)
  expect(more).toEqual([])
  expect(sentence).toStartWith(`GET /api/partners answered ${answer.status}`)
  expect(sentence).toContain(words)
})

test('a success for a request that the document does not allow is noticed', async () => {
  const [sentence] = await unfit('/api/events?limit=many', Response.json([]))
  expect(sentence).toContain('/limit must be integer')
})
