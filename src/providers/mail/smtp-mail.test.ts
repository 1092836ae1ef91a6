import { afterEach, expect, test } from 'bun:test'
import type { OutgoingMail } from './mail.ts'
import { createSmtpMail, smtpOptions } from './smtp-mail.ts'
import { type SmtpServerFixture, startSmtpServer } from './smtp-server-fixture.ts'

let server: SmtpServerFixture | undefined
afterEach(() => {
  server?.close()
  server = undefined
})

const from = { name: 'The Authority', email: 'hello@beaa.example' }
const quick = { connect: 500, silence: 300, total: 900 }

function start(manner: Parameters<typeof startSmtpServer>[0] = {}) {
  server = startSmtpServer(manner)
  return createSmtpMail({ url: server.url, from }, quick)
}

function mail(given: Partial<OutgoingMail> = {}): OutgoingMail {
  return {
    id: '0199a1b2-0000-7000-8000-000000000001',
    to: { name: 'Robin Example', email: 'robin@harbour.example' },
    subject: 'Your application',
    text: 'Hello Robin',
    html: '<p>Hello Robin</p>',
    attachments: [],
    ...given,
  }
}

test('a mail arrives with both parts, the sender and an id that stays the same', async () => {
  const smtp = start()
  expect(await smtp.send(mail())).toEqual({ kind: 'sent' })
  expect(await smtp.send(mail())).toEqual({ kind: 'sent' })
  const [first, second] = server!.taken
  expect(first).toMatchObject({ from: 'hello@beaa.example', to: ['robin@harbour.example'] })
  expect(first!.message).toContain('From: The Authority <hello@beaa.example>\r\n')
  expect(first!.message).toContain('To: Robin Example <robin@harbour.example>\r\n')
  expect(first!.message).toContain('Subject: Your application\r\n')
  expect(first!.message).toContain('Auto-Submitted: auto-generated\r\n')
  expect(first!.message).toContain('Hello Robin')
  expect(first!.message).toContain('<p>Hello Robin</p>')
  const id = 'Message-ID: <0199a1b2-0000-7000-8000-000000000001@beaa.example>'
  expect(first!.message).toContain(id)
  expect(second!.message).toContain(id)
})

test('a mail to a list names where one click unsubscribes, and no other mail does', async () => {
  const smtp = start()
  const unsubscribe = `https://authority.example/press/unsubscribe/${'x'.repeat(43)}`
  await smtp.send(mail({ unsubscribe }))
  await smtp.send(mail({ unsubscribe: null }))
  const [list, single] = server!.taken.map(({ message }) => message.replaceAll('\r\n ', ' '))
  expect(list).toMatch(new RegExp(`^List-Unsubscribe: ?<${unsubscribe}>\r$`, 'm'))
  expect(list).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n')
  expect(single).not.toContain('List-')
})

test('other scripts and signs survive, and no line break of a name or subject makes a header', async () => {
  const smtp = start()
  const to = { name: 'Zoë "Z" O’Hara, <x@evil.example>\r\nBcc: all@evil.example', email: 'zoe@harbour.example' }
  const subject = 'Fête\r\nBcc: all@evil.example\r\n\r\n<b>body</b>'
  expect((await smtp.send(mail({ to, subject, text: 'Grüße — £49\n.\nnot the end' }))).kind).toBe('sent')
  const [taken] = server!.taken
  expect(taken!.to).toEqual(['zoe@harbour.example'])
  const head = taken!.message.slice(0, taken!.message.indexOf('\r\n\r\n'))
  expect(head).not.toMatch(/^Bcc:/im)
  expect(head.match(/^(From|To|Subject):/gim)).toHaveLength(3)
  expect(taken!.message).toContain('not the end')
})

test('a calendar file is a part of its own with its method, and a file', async () => {
  const smtp = start()
  const content = new TextEncoder().encode('BEGIN:VCALENDAR\r\nMETHOD:CANCEL\r\nEND:VCALENDAR\r\n')
  const pdf = new TextEncoder().encode('%PDF-1.7')
  await smtp.send(
    mail({
      attachments: [
        { name: 'certificate.pdf', contentType: 'application/pdf', method: null, content: pdf },
        { name: 'call.ics', contentType: 'text/calendar', method: 'CANCEL', content },
      ],
    }),
  )
  const { message } = server!.taken[0]!
  expect(message).toMatch(/Content-Type: text\/calendar; charset=utf-8; method=CANCEL/)
  expect(message).toContain('filename=call.ics')
  expect(message).toContain('filename=certificate.pdf')
  expect(message).toContain(Buffer.from('%PDF-1.7').toString('base64'))
})

test('a recipient that the server does not know is refused for good', async () => {
  const smtp = start({ answers: { RCPT: '550 5.1.1 no such mailbox' } })
  expect(await smtp.send(mail())).toEqual({ kind: 'refused', reason: '550 5.1.1 no such mailbox', bounce: 'hard' })
})

test.each([
  ['550 5.1.10 the domain takes no mail', 'hard'],
  ['550 5.2.1 the mailbox is disabled', 'hard'],
  ['552 5.2.2 the mailbox is full', 'soft'],
  // Nothing that the address is to blame for: no relaying, a policy, a sender that it does not like, a server without enhanced codes.
  ['550 5.7.1 relaying denied', null],
  ['550 relay not permitted', null],
  ['553 5.1.8 the domain of the sender does not exist', null],
  ['550 no such user here', null],
])('a refused recipient says of its address what the enhanced code says: %s', async (answer, bounce) => {
  const outcome = await start({ answers: { RCPT: answer } }).send(mail())
  expect(outcome).toEqual({ kind: 'refused', reason: answer, bounce } as never)
})

test('a message that the server will not have is refused for good', async () => {
  const smtp = start({ answers: { '.': '554 5.7.1 looks like spam' } })
  expect(await smtp.send(mail())).toEqual({ kind: 'refused', reason: '554 5.7.1 looks like spam', bounce: null })
  expect(server!.taken).toEqual([])
})

test('what passes is worth another attempt: greylisting, a full server, a sender that is not set up', async () => {
  for (const answers of [
    { RCPT: '451 4.7.1 greylisted, come back later' },
    { DATA: '421 4.3.2 too busy' },
    { MAIL: '550 5.7.1 this sender is not set up' },
    { CONNECT: '554 no service' },
  ] as Record<string, string>[]) {
    const outcome = await start({ answers }).send(mail())
    expect(outcome.kind).toBe('unavailable')
    expect((outcome as { reason: string }).reason).toContain(Object.values(answers)[0]!)
    server!.close()
  }
})

test('a dropped connection is worth another attempt, wherever it happens', async () => {
  for (const hangUpAt of ['EHLO', 'MAIL', 'RCPT', 'DATA', '.']) {
    const outcome = await start({ hangUpAt }).send(mail())
    expect(outcome.kind).toBe('unavailable')
    server!.close()
  }
})

test('nobody there is worth another attempt', async () => {
  const gone = startSmtpServer()
  gone.close()
  expect((await createSmtpMail({ url: gone.url, from }, quick).send(mail())).kind).toBe('unavailable')
})

test('what is wrong on the way is named, and names nobody', async () => {
  const causeFrom = async (url: string) =>
    (await createSmtpMail({ url, from }, quick).send(mail())) as { cause: string }
  const gone = startSmtpServer()
  gone.close()
  expect((await causeFrom(gone.url)).cause).toStartWith('Nothing answers at the host and port of SMTP_URL')
  expect((await causeFrom('smtp://mail.invalid')).cause).toStartWith('The host of SMTP_URL was not found')
  const refused = await start({ answers: { MAIL: '550 5.7.1 not for robin@victim.example' } }).send(mail())
  expect((refused as { cause: string }).cause).toBe(
    'The mail server does not accept MAIL_FROM as the sender (EENVELOPE 550).',
  )
})

test('a server that says nothing is left', async () => {
  const before = performance.now()
  expect((await start({ answers: { RCPT: null } }).send(mail())).kind).toBe('unavailable')
  expect(performance.now() - before).toBeLessThan(10_000)
})

test('a server that never stops talking is left too', async () => {
  const before = performance.now()
  expect((await start({ dripEvery: 50 }).send(mail())).kind).toBe('unavailable')
  expect(performance.now() - before).toBeLessThan(10_000)
})

test('a slow server is waited for', async () => {
  expect((await start({ delay: 60 }).send(mail())).kind).toBe('sent')
})

test('a password is never sent unencrypted to another machine', () => {
  expect(smtpOptions('smtp://user:p%40ss@mail.example')).toMatchObject({
    host: 'mail.example',
    port: 587,
    secure: false,
    requireTLS: true,
    auth: { user: 'user', pass: 'p@ss' },
  })
  expect(smtpOptions('smtps://user:pass@mail.example')).toMatchObject({ port: 465, secure: true })
  expect(smtpOptions('smtp://mail.example:25')).toMatchObject({ port: 25, requireTLS: false })
  expect(smtpOptions('smtp://user:pass@localhost:1025')).toMatchObject({ requireTLS: false })
})
