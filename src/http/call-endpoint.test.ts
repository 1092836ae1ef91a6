import { expect, test } from 'bun:test'
import { readEnv } from '#env.ts'
import { createLog } from '#process/log.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { callEndpoint } from './api.ts'
import { createSecurity } from './security.ts'

test('a file that breaks while it is sent breaks off for its reader too, and what broke quotes nobody', async () => {
  const read = readEnv({})
  if ('problems' in read) throw new Error(read.problems.join())
  const logged: string[] = []
  const services = { log: createLog((line) => logged.push(line)) } as unknown as Services
  const file = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('Name\r\n')),
    pull: () => {
      throw Object.assign(new Error('Key (email)=(priya@example.org) already exists.'), { code: '23505' })
    },
  })
  const made = await callEndpoint(
    {
      method: 'GET',
      path: '/api/admin/list.csv',
      id: 'exportList',
      permission: 'anyone',
      summary: '',
      answers: { 200: { file: 'text/csv' } },
      failures: {},
      run: async () => ({ file, contentType: 'text/csv' }),
    },
    new Request('http://localhost/api/admin/list.csv'),
    {},
    {} as Visitor,
    'REFERENCE1',
    { services, security: createSecurity(read.env) },
  )
  if (!('response' in made)) throw new Error('A file is nobody else’s.')

  const problem = await made.response.text().catch((thrown: unknown) => thrown)

  expect(String(problem)).toBe('Error: A file broke off.')
  expect(JSON.parse(logged.join(''))).toMatchObject({
    event: 'file broke off',
    route: '/api/admin/list.csv',
    reference: 'REFERENCE1',
    code: '23505',
  })
  expect(logged.join('')).not.toContain('priya')
})
