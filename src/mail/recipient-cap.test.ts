import { beforeEach, expect, setDefaultTimeout, test } from 'bun:test'
import { ownershipCookie } from '#requests/ownership.ts'
import { addApplication } from '#test/add-application.ts'
import { siteOfFile } from '#test/of-file.ts'
import { confirmAddress } from './confirm-address.ts'
import { maxMails, queueMail } from './queue-mail.ts'

setDefaultTimeout(60_000)

// Before the days of the boxing night and the webinar.
const clock = new Date('2025-08-01T09:00:00Z')
const site = await siteOfFile({ demoData: false, now: () => clock })
beforeEach(async () => {
  // Row by row: a lock on whole tables and a job that still runs could wait for each other.
  for (const table of [
    'rate_limits',
    'mail_attachments',
    'mails',
    'confirmed_addresses',
    'webinar_sign_ups',
    'boxing_reservations',
    'api_keys',
  ])
    await site.sql`delete from ${site.sql(table)}`
})

const typed = 'Cheap pills at pills.example'

async function send(path: string, body: object, cookie = ''): Promise<Response> {
  // What limits one visitor is another matter: strangers come from everywhere.
  await site.sql`delete from rate_limits where key not like 'mail%'`
  return await site.call(path, body, cookie ? { cookie } : {})
}

async function post(path: string, form: Record<string, string>): Promise<Response> {
  await site.sql`delete from rate_limits where key not like 'mail%'`
  const headers = { origin: site.origin }
  return await fetch(site.origin + path, {
    method: 'POST',
    redirect: 'manual',
    headers,
    body: new URLSearchParams(form),
  })
}

async function apply(email: string): Promise<void> {
  const organisation = { name: typed, contactName: typed, email, phone: '0161 496 0177' }
  const made = await send('/api/organisations', organisation)
  const cookie = made.headers.get('set-cookie')!.split(';')[0]!
  const { id: organisationId } = (await made.json()) as { id: string }
  const eventDraft = { title: typed, eventType: 'private', category: 'Other', description: typed }
  expect((await send('/api/applications', { organisationId, eventDraft }, cookie)).status).toBe(201)
}

async function book(email: string): Promise<void> {
  const { id } = await addApplication(site.sql, {
    status: 'approved',
    isConfirmed: false,
    draft: { title: typed },
    organisation: { email, name: typed, contact_name: typed },
  })
  const cookie = ownershipCookie('', [id], site.services).split(';')[0]!
  const call = {
    preferredDate: '2025-08-05',
    preferredTime: '09:00',
    phone: '0161 496 0101',
    message: typed,
    selectedOptions: [],
  }
  expect((await send('/api/book-assessment', { applicationId: id, ...call }, cookie)).status).toBe(201)
  await site.sql`delete from assessment_calls`
}

/** One of each kind of mail that a stranger can cause. */
const ways: [string, (email: string) => Promise<unknown>][] = [
  ['application', apply],
  ['call', book],
  [
    'boxing',
    (email) =>
      send('/api/boxing-reservations', { guests: 1, ticketType: 'vip', name: typed, email, phone: '0161 496 0177' }),
  ],
  ['webinar', (email) => send('/api/webinar-sign-ups', { name: typed, email })],
  ['contact', (email) => send('/api/contact', { name: typed, email, message: typed, subject: typed })],
  ['press', (email) => send('/api/press-subscriptions', { email })],
  [
    'complaint',
    (email) => post('/complaints', { about: 'other', concerns: typed, message: typed, name: typed, email }),
  ],
  [
    'concern',
    (email) =>
      post('/concerns', {
        inDanger: 'no',
        about: 'other',
        event: typed,
        place: typed,
        happened: typed,
        name: typed,
        email,
      }),
  ],
  ['link', (email) => post('/access', { email })],
  ['key', (email) => post('/developers', { name: typed, email })],
  ['webhook', (email) => post('/webhooks', { email })],
  ['follow', (email) => post('/follow', { of: 'city=Leeds', cadence: 'weekly', email })],
]

/** What the mails themselves say: each kind that anybody can cause, read where it is written. */
async function declaredKinds(): Promise<string[]> {
  const kinds = new Set<string>()
  for await (const file of new Bun.Glob('src/**/*.ts').scan('.')) {
    if (file.endsWith('.test.ts')) continue
    const source = await Bun.file(file).text()
    const declared = [
      /kind: ['`]([^'`]+)['`],\s+causedBy: 'visitor'/g,
      /mail\(\s*['`]([^'`]+)['`],(?:(?!mail\(|causedBy)[\s\S])*causedBy: 'visitor'/g,
    ]
    for (const pattern of declared) for (const [, kind] of source.matchAll(pattern)) kinds.add(kind!)
  }
  return [...kinds]
}

const mailsTo = async (pattern: string) =>
  await site.sql<{ kind: string; to_name: string; text_body: string; subject: string }[]>`
    select kind, to_name, subject, text_body from mails where to_email ilike ${pattern}`

test.each(ways)('%s: nothing that a stranger typed goes to an address that is not confirmed', async (_, way) => {
  await way('victim@larkmoor.example')
  const mails = await mailsTo('victim@larkmoor.example')
  expect(mails.length).toBeGreaterThan(0)
  expect(mails.filter((mail) => JSON.stringify(mail).includes('pills'))).toEqual([])
  const files = await site.sql`
    select f.content from mail_attachments f join mails m on m.id = f.mail_id where m.to_email = 'victim@larkmoor.example'`
  for (const { content } of files)
    expect(new TextDecoder().decode(content).replaceAll('\r\n ', '')).not.toContain('pills')
})

test('one mailbox gets no more than so many mails a day, whatever forms strangers use and however they spell it', async () => {
  const spellings = [
    'victim.one@gmail.com',
    'V.i.c.t.i.m.one@gmail.com',
    'victimone+a@googlemail.com',
    'victimone+b@gmail.com',
  ]
  for (let round = 0; round < 3; round++) {
    for (const spelling of spellings) for (const [, way] of ways) await way(spelling)
  }
  const mails = [...(await mailsTo('v%@gmail.com')), ...(await mailsTo('v%@googlemail.com'))]
  expect(mails).toHaveLength(maxMails.unconfirmed)
  // Another mailbox is another.
  await apply('somebody@larkmoor.example')
  expect((await mailsTo('somebody@larkmoor.example')).length).toBeGreaterThan(0)
})

test('each kind that is declared as anybody’s is counted by mailbox', async () => {
  const kinds = await declaredKinds()
  expect(kinds).toContain('api-key')
  expect(kinds.length).toBeGreaterThan(30)
  for (const kind of kinds) {
    await site.sql`delete from rate_limits`
    const queued = []
    for (let each = 0; each < maxMails.unconfirmed + 2; each++) {
      const to = { name: '', email: `victim+${each}@gmail.com` }
      const draft = { kind, causedBy: 'visitor' as const, to, subject: 'Hello', body: [] }
      queued.push(await site.sql.begin((transaction) => queueMail(transaction, draft, site.services)))
    }
    expect([kind, queued.filter(Boolean).length]).toEqual([kind, maxMails.unconfirmed])
  }
})

test('whatever a form of ours sends to an address that was typed there is declared as anybody’s', async () => {
  const kinds = await declaredKinds()
  for (const [, way] of ways) await way('victim@larkmoor.example')
  const sent = (await mailsTo('victim@larkmoor.example')).map(({ kind }) => kind)
  expect(sent.length).toBeGreaterThan(8)
  const patterns = kinds.map((kind) => new RegExp(`^${kind.replace(/\$\{\w+\}/g, '[a-z]+')}$`))
  expect(sent.filter((kind) => !patterns.some((pattern) => pattern.test(kind)))).toEqual([])
})

test('our own mailbox hears of everything', async () => {
  const { email } = site.services.brand
  for (let each = 0; each < maxMails.unconfirmed + 2; each++)
    await send('/api/contact', { name: typed, email: `somebody${each}@larkmoor.example`, message: typed })
  expect(await mailsTo(email)).toHaveLength(maxMails.unconfirmed + 2)
})

test('a key is not given where its link cannot be sent', async () => {
  for (let each = 0; each < maxMails.unconfirmed; each++)
    await post('/developers', { name: 'A', email: `k+${each}@gmail.com` })
  const refused = await post('/developers', { name: 'A', email: 'k@gmail.com' })
  expect(refused.status).toBe(429)
  expect(await refused.text()).toContain('Ask again tomorrow')
  expect(await site.sql`select from api_keys`).toHaveLength(maxMails.unconfirmed)
})

test('who has confirmed the address gets more, and not without end', async () => {
  const email = 'agency@larkmoor.example'
  await site.sql.begin((transaction) => confirmAddress(transaction, email, clock))
  for (let round = 0; round < maxMails.unconfirmed + 3; round++) await book(email)
  expect((await mailsTo(email)).filter(({ kind }) => kind === 'assessment-call-booked')).toHaveLength(
    maxMails.unconfirmed + 3,
  )
  await site.sql`update rate_limits set count = ${maxMails.confirmed} where key like 'mail%'`
  await book(email)
  expect((await mailsTo(email)).filter(({ kind }) => kind === 'assessment-call-booked')).toHaveLength(
    maxMails.unconfirmed + 3,
  )
})
