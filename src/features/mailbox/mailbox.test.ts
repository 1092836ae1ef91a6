import { beforeEach, expect, test } from 'bun:test'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import type { PageData } from '#page/page.ts'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'
import type { mailbox, mail as mailPage } from './server.ts'

const site = await siteOfFile()
const cookie = await signInAdmin(site)
beforeEach(async () => {
  await site.sql`delete from mails`
})

const get = (path: string, headers: Record<string, string> = { cookie }) => site.get(path, headers)
const data = async <Data>(path: string) => {
  const response = await get(path, { cookie, accept: 'application/json' })
  return ((await response.json()) as { data: Data }).data
}

async function write(given: Partial<MailDraft> = {}): Promise<string> {
  const draft = {
    kind: 'test',
    causedBy: 'system' as const,
    to: { name: 'Robin <b>Example</b>', email: 'robin@harbour.example' },
    subject: 'Your <i>application</i>',
    body: [{ kind: 'paragraph' as const, text: 'Hello <script>alert(1)</script>' }],
    ...given,
  }
  await site.sql.begin((transaction) => queueMail(transaction, draft, site.services))
  const [row] = await site.sql<{ id: string }[]>`select id from mails order by id desc limit 1`
  return row!.id
}

async function settled(id: string): Promise<string> {
  for (let tries = 0; tries < 200; tries++) {
    const [row] = await site.sql<{ state: string }[]>`select state from mails where id = ${id}`
    if (row!.state !== 'waiting') return row!.state
    await Bun.sleep(25)
  }
  throw new Error('The mail still waits.')
}

test('without a mail server a mail ends up kept, and the mailbox says that nothing leaves', async () => {
  const id = await write()
  expect(await settled(id)).toBe('kept')
  const list = await (await get('/admin/mailbox')).text()
  expect(list).toContain('Nothing leaves this mailbox')
  expect(list).toContain(`href="/admin/mailbox/${id}"`)
  expect(list).toContain('Your &lt;i&gt;application&lt;/i&gt;')
  const response = await get(`/admin/mailbox/${id}`)
  const html = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(html).toContain('Robin &lt;b&gt;Example&lt;/b&gt; &lt;robin@harbour.example&gt;')
  expect(html).toContain(`src="/api/admin/mails/${id}/html"`)
  expect(html).toContain('Hello &lt;script&gt;alert(1)&lt;/script&gt;')
  expect(html).not.toContain('Send again')
  expect(html).not.toContain(' style=')
})

test('the HTML part may be framed by us, and may run, send and load nothing', async () => {
  const id = await write()
  const response = await get(`/api/admin/mails/${id}/html`)
  const html = await response.text()
  expect(response.headers.get('content-type')).toBe('text/html; charset=utf-8')
  const policy = response.headers.get('content-security-policy')!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toStartWith('sandbox ')
  expect(policy).not.toMatch(/allow-(scripts|same-origin|forms|top)|script-src/)
  expect(policy).toContain("frame-ancestors 'self'")
  expect(response.headers.get('x-frame-options')).toBe('SAMEORIGIN')
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(html).toContain('Hello &lt;script&gt;')
  // The page that holds it may frame our own answers only.
  expect((await get('/admin/mailbox')).headers.get('content-security-policy')).toContain("frame-src 'self'")
})

test('files are downloaded as they were written', async () => {
  const content = new Uint8Array([0, 255, 13, 10, 128])
  const id = await write({
    attachments: [
      { name: 'first "one" – é.pdf', contentType: 'application/pdf', method: null, content },
      { name: 'call.ics', contentType: 'text/calendar', method: 'REQUEST', content: new TextEncoder().encode('BEGIN') },
    ],
  })
  const response = await get(`/api/admin/mails/${id}/attachments/1`)
  expect(response.headers.get('content-type')).toBe('application/pdf')
  expect(response.headers.get('content-disposition')).toBe(
    "attachment; filename*=UTF-8''first%20%22one%22%20%E2%80%93%20%C3%A9.pdf",
  )
  expect(await response.bytes()).toEqual(content)
  expect(await (await get(`/api/admin/mails/${id}/attachments/2`)).text()).toBe('BEGIN')
  const { mail } = await data<PageData<typeof mailPage>>(`/admin/mailbox/${id}`)
  expect(mail.attachments.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['first "one" – é.pdf', 5],
    ['call.ics', 5],
  ])
  for (const position of ['3', '0', '-1', 'x', '99999999999']) {
    expect((await get(`/api/admin/mails/${id}/attachments/${position}`)).status).toBe(404)
  }
})

test('every mail stands in the list once, newest first, page by page and by state', async () => {
  await site.sql`insert into mails (kind, to_email, subject, text_body, html_body, state, settled_at)
    select 'test', 'robin@harbour.example', 'Mail ' || number, '', '', case when number % 2 = 0 then 'sent' else 'kept' end, now()
    from generate_series(1, 120) number`
  for (const [start, expected] of [
    ['/admin/mailbox', 120],
    ['/admin/mailbox?state=sent', 60],
    ['/admin/mailbox?state=failed', 0],
    ['/admin/mailbox?state=nonsense', 120],
    ['/admin/mailbox?sort=written', 120],
  ] as const) {
    const seen: string[] = []
    let href: string | null = start
    while (href) {
      const page: PageData<typeof mailbox> = await data<PageData<typeof mailbox>>(href)
      seen.push(...page.mails.map(({ id }) => id))
      href = page.pages.nextHref
      if (href && start.includes('state=sent')) expect(href).toContain('state=sent')
    }
    expect(seen).toHaveLength(expected)
    const newestFirst = [...new Set(seen)].toSorted().reverse()
    expect(seen).toEqual(start.includes('sort=') ? newestFirst.toReversed() : newestFirst)
  }
  expect((await data<PageData<typeof mailbox>>('/admin/mailbox?page=made-up')).mails).toHaveLength(50)
})

test('a failed mail says why and is sent again by a press, once', async () => {
  const id = await write()
  await settled(id)
  await site.sql`update mails set state = 'failed', reason = '550 no such mailbox', attempts = 3 where id = ${id}`
  const html = await (await get(`/admin/mailbox/${id}`)).text()
  expect(html).toContain('550 no such mailbox')
  expect(html).toContain('Send again')
  const press = (headers: Record<string, string> = {}) => site.post(`/admin/mailbox/${id}`, {}, { cookie, ...headers })
  expect((await press({ origin: 'https://elsewhere.example' })).status).toBe(403)
  expect(await settled(id)).toBe('failed')
  const [first, second] = await Promise.all([press(), press()])
  const locations = [first, second].map(({ headers }) => headers.get('location')).toSorted()
  expect(locations).toEqual([`/admin/mailbox/${id}`, `/admin/mailbox/${id}?again=1`])
  expect(await settled(id)).toBe('kept')
  expect((await data<PageData<typeof mailPage>>(`/admin/mailbox/${id}`)).mail).toMatchObject({
    attempts: 1,
    reason: null,
  })
})

test('where mail really leaves, the mailbox leaves out what makes a link work', async () => {
  const token = 'Ab3_-'.repeat(9)
  const id = await write({
    body: [
      { kind: 'button', label: 'Continue', href: `/access/${token}` },
      { kind: 'button', label: 'Your order', href: '/funnel/success/0f8fad5b-d9cb-469f-a165-70867728950e' },
    ],
    attachments: [
      {
        name: 'call.ics',
        contentType: 'text/calendar; charset=utf-8',
        method: 'REQUEST',
        content: new TextEncoder().encode(`URL:${site.origin}/booking/${token}\r\n`),
      },
    ],
  })
  const parts = async () => [
    (await data<PageData<typeof mailPage>>(`/admin/mailbox/${id}`)).mail.text,
    await (await get(`/api/admin/mails/${id}/html`)).text(),
    await (await get(`/api/admin/mails/${id}/attachments/1`)).text(),
  ]
  for (const part of await parts()) expect(part).toContain(token)
  const sandbox = site.services.env.sandbox as Set<string>
  sandbox.delete('mail')
  try {
    const [text, html, file] = await parts()
    for (const part of [text, html, file]) expect(part).not.toContain(token)
    for (const part of [text, html]) {
      expect(part).toContain('/access/…')
      expect(part).toContain('/funnel/success/0f8fad5b-d9cb-469f-a165-70867728950e')
    }
  } finally {
    sandbox.add('mail')
  }
})

test('mails are searched by address and subject, and every failed one is sent again at once', async () => {
  const written = await site.sql`
    insert into mails (kind, to_email, subject, text_body, html_body, state)
    select 'test', 'person@harbour.example', 'Subject ' || n, 'Text', '<p>Text</p>', 'kept' from generate_series(1, 3) as n
    returning id`
  const ids = written.map((row) => row.id as string)
  await site.sql`update mails set to_email = 'odd_one@harbour.example' where id = ${ids[0]!}`
  expect((await data<PageData<typeof mailbox>>('/admin/mailbox?q=ODD_ONE')).mails.map(({ id }) => id)).toEqual([
    ids[0]!,
  ])
  expect((await data<PageData<typeof mailbox>>('/admin/mailbox?q=oddxone')).mails).toEqual([])
  await site.sql`update mails set state = 'failed', reason = '451 try later' where id = any (${ids})`
  const list = await (await get('/admin/mailbox?state=failed')).text()
  expect(list).toContain('451 try later')
  expect(list).toContain('Send all failed emails again')
  const post = (form: Record<string, string>) => site.post('/admin/mailbox', form, { cookie })
  expect((await post({})).status).toBe(404)
  expect(await site.sql`select from mails where state = 'failed'`).toHaveLength(3)
  const response = await post({ intent: 'again' })
  expect(response.headers.get('location')).toBe('/admin/mailbox?again=3')
  expect(await site.sql`select from mails where state = 'failed'`).toHaveLength(0)
  const [logged] = await site.sql`select action, after from audit_log where subject_id = 'failed'`
  expect({ ...logged }).toEqual({ action: 'mail.sent-again', after: { mails: 3 } })
})
