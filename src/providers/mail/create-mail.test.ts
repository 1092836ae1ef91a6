import { expect, test } from 'bun:test'
import { readEnv } from '#env.ts'
import { createMail } from './smtp-mail.ts'
import { startSmtpServer } from './smtp-server-fixture.ts'

const settings = { SMTP_URL: 'smtp://localhost:2525', MAIL_FROM: 'The Authority <hello@beaa.example>' }
const message = { id: '1', to: { name: '', email: 'a@b.example' }, subject: 's', text: 't', html: 'h', attachments: [] }

function problemsOf(source: Record<string, string>): string {
  const read = readEnv(source)
  return 'problems' in read ? read.problems.join('\n') : ''
}

test('without settings nothing leaves', async () => {
  const read = readEnv({})
  if ('problems' in read) throw new Error('problems')
  expect(await createMail(read.env).send(message)).toEqual({ kind: 'kept' })
})

test('with settings the mail goes to that server, from that sender', async () => {
  const server = startSmtpServer()
  const read = readEnv({ ...settings, SMTP_URL: server.url })
  if ('problems' in read) throw new Error('problems')
  expect(await createMail(read.env).send(message)).toEqual({ kind: 'sent' })
  expect(server.taken[0]!.message).toContain('From: The Authority <hello@beaa.example>')
  server.close()
})

test('settings that cannot work are named at start', () => {
  expect(problemsOf(settings)).toBe('')
  expect(problemsOf({ ...settings, SMTP_URL: 'https://mail.example' })).toContain('SMTP_URL')
  expect(problemsOf({ ...settings, SMTP_URL: 'mail.example:25' })).toContain('SMTP_URL')
  expect(problemsOf({ ...settings, SMTP_URL: 'smtp://user:%zz@mail.example' })).toContain('SMTP_URL')
  expect(problemsOf({ ...settings, MAIL_FROM: 'The Authority' })).toContain('MAIL_FROM')
  expect(problemsOf({ SMTP_URL: settings.SMTP_URL })).toContain('MAIL_FROM is not set')
})
