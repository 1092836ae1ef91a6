import { beforeAll, beforeEach, expect, test } from 'bun:test'
import { addEntry, addPerson, browserOf, linkInMail } from '#features/concerns/cases-fixture.ts'
import { runRetention } from '#features/people/privacy/server/run-retention.ts'
import { siteOfFile } from '#test/of-file.ts'

const day = 86_400_000
let now = new Date('2026-11-23T10:00:00Z')
let visitor: ReturnType<typeof browserOf>
let entry: Awaited<ReturnType<typeof addEntry>>
let editor: Awaited<ReturnType<typeof addPerson>>
let handler: Awaited<ReturnType<typeof addPerson>>
const site = await siteOfFile({ demoData: false, now: () => now })
beforeAll(async () => {
  visitor = browserOf(site)
  entry = await addEntry(site)
  editor = await addPerson(site, 'Edda Editor', ['editor'])
  handler = await addPerson(site, 'Dora Desk', ['concerns'])
})
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

const report = {
  inDanger: 'no',
  about: 'safety',
  event: 'Lantern Fair',
  place: 'Old Harbour',
  occurred: 'Saturday',
  happened: 'Both fire doors were chained shut until after midnight.\r\nI could not get out.',
  name: 'Wilma Thistle',
  email: 'wilma@thistle.example',
}
const pageOf = async (path: string, cookie = '') => await (await visitor.get(path, cookie)).text()
const act = (id: string, form: Record<string, string>, who = handler) =>
  visitor.post(`/admin/concerns/${id}`, form, who.cookie)
const count = async (table: string, where: string) =>
  (await site.sql.unsafe(`select count(*)::int as rows from ${table} where ${where}`))[0]!.rows as number

/** The page of an entry once it is as it should be: the database announces a change a moment later. The test ends where it never is. */
async function eventOnce(slug: string, isSo: (page: string) => boolean): Promise<string> {
  for (;;) {
    const page = await pageOf(`/events/${slug}`)
    if (isSo(page)) return page
    await Bun.sleep(20)
  }
}

/** A report that was taken: its status page and its id. */
async function send(more: Partial<typeof report> = {}) {
  const taken = await visitor.post('/concerns', { ...report, ...more })
  expect(taken.status).toBe(303)
  const link = taken.headers.get('location')!
  const [stored] = await site.sql<{ id: string; reference: string }[]>`
    select id, reference from concerns order by id desc limit 1`
  return { link, path: link.split('?')[0]!, ...stored! }
}

test('a report without a script: what is wrong stands beside the field, then a case number and a link at once', async () => {
  const wrong = await visitor.post('/concerns', {
    ...report,
    inDanger: '',
    about: 'gossip',
    happened: ' ',
    email: 'wilma',
  })
  expect(wrong.status).toBe(422)
  const shown = await wrong.text()
  for (const words of ['Say whether anyone is in danger now', 'Choose what it is about', 'Tell us what happened'])
    expect(shown).toContain(words)
  expect(shown).toContain('Enter an email address, like name@example.com')
  expect(shown).toContain('value="Old Harbour"')

  const { link, id, reference } = await send({ event: entry.number.toLowerCase() })
  const response = await visitor.get(link)
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(response.headers.get('x-robots-tag')).toContain('noindex')
  const status = await response.text()
  expect(reference).toMatch(/^CON-[\dA-Y]{6}$/)
  for (const words of [reference, 'Received', 'Lantern Fair', 'by the end of Wednesday 25 November 2026'])
    expect(status).toContain(words)
  // A link in the wrong hands tells nothing of what was written, nor by whom.
  for (const words of ['Wilma', 'thistle', 'fire doors', 'Old Harbour']) expect(status).not.toContain(words)
  const mails = await site.sql`select kind, to_email, subject, text_body from mails order by id`
  expect(mails.map(({ kind, to_email: to }) => [kind, to])).toEqual([
    ['concern-received', 'wilma@thistle.example'],
    ['concern', site.services.brand.complianceEmail],
  ])
  for (const { subject, text_body: text } of mails) {
    expect(subject).toContain(reference)
    for (const words of ['Wilma', 'fire doors', 'Harbour']) expect(text).not.toContain(words)
  }
  expect(await linkInMail(site, 'concern-received', report.email)).toBe(link.split('?')[0]!)
  expect(await count('concerns', `id = '${id}' and entry_id = '${entry.id}'`)).toBe(1)
})

test('the call takes the same report; nobody need give a name, and a program or a flood stores nothing', async () => {
  const call = (body: Record<string, string>) =>
    fetch(`${site.origin}/api/concerns`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const { name: _, email: __, ...anonymous } = report
  const taken = await call({ ...anonymous, inDanger: 'yes' })
  expect(taken.status).toBe(201)
  const { reference, statusUrl, promisedAt } = (await taken.json()) as Record<
    'reference' | 'statusUrl' | 'promisedAt',
    string
  >
  expect(promisedAt).toBe('2026-11-23T23:59:59.999Z')
  const status = await pageOf(statusUrl.slice(site.origin.length))
  expect(status).toContain(reference)
  expect(status).toContain('call 999 first')
  const [urgent] = await site.sql`select subject from mails order by id desc limit 1`
  expect(urgent!.subject).toStartWith('Urgent')
  expect(await count('concern_reporters', "name = ''")).toBe(0)

  const before = await count('concerns', 'true')
  expect((await call({ ...report, internal_note: 'x' })).status).toBe(201)
  expect(await count('concerns', 'true')).toBe(before)
  expect((await call({ about: 'safety' })).status).toBe(422)
  for (let index = 0; index < 3; index++) await call(report)
  expect((await call(report)).status).toBe(429)
  const flood = await visitor.post('/concerns', report)
  expect(flood.status).toBe(429)
  expect(await flood.text()).toContain('I could not get out.')
})

test('entry, certificate and check lead to the form, which names the event', async () => {
  const link = `/concerns?event=${entry.number}`
  for (const path of [`/events/${entry.slug}`, `/verify/${entry.number}`])
    expect(await pageOf(path)).toContain(`href="${link}"`)
  expect(await pageOf('/verify')).toContain('/concerns?about=false-claim')
  expect(await pageOf('/verify/BEAA-2026-NONE99')).toContain('event=BEAA-2026-NONE99')
  const form = await pageOf(link)
  expect(form).toContain(`value="${entry.number}"`)
  expect(form).toContain('Lantern Fair, entry')
  expect(await pageOf('/concerns?event=%3Cb%3E')).toContain('value="&lt;b&gt;"')
  expect(await pageOf('/')).toContain('href="/concerns"')
})

test('a case from its report to the note on the entry, with the organiser heard', async () => {
  const { id, path } = await send({ event: 'The Lantern thing' })
  const list = await pageOf('/admin/concerns', handler.cookie)
  expect(list).toContain('Start by')
  expect((await act(id, { intent: 'ask', question: 'Too early?' })).status).toBe(409)
  expect((await act(id, { intent: 'start' })).status).toBe(303)
  expect((await act(id, { intent: 'start' })).status).toBe(409)
  expect(await pageOf(path)).toContain('Being looked at')
  expect(await count('mails', "kind = 'concern-taken-up' and to_email = 'wilma@thistle.example'")).toBe(1)
  expect((await act(id, { intent: 'assign', person: editor.id })).status).toBe(303)
  expect((await act(id, { intent: 'assign', person: 'nobody-of-ours' })).status).toBe(422)
  expect((await act(id, { note: 'Call the venue' })).status).toBe(303)
  expect((await visitor.post(path, { message: ' ' })).status).toBe(422)
  expect((await visitor.post(path, { message: 'There was a third locked door behind the stage, too.' })).status).toBe(
    303,
  )
  expect(await pageOf(path)).toContain('You added')

  expect(await (await act(id, { intent: 'ask', question: 'Were doors locked?' })).text()).toContain('No one was asked')
  expect((await act(id, { intent: 'entry', number: 'BEAA-2026-NONE99' })).status).toBe(422)
  expect((await act(id, { intent: 'entry', number: entry.number })).status).toBe(303)
  // Nothing that could tell who reported leaves, and a try at it is on record.
  for (const question of ['Wilma says that', 'Is it so: there was a third locked door behind the stage?']) {
    const refused = await act(id, { intent: 'ask', question })
    expect(refused.status).toBe(422)
    expect(await refused.text()).toContain('could show who reported')
  }
  expect(await count('audit_log', "action = 'concern.text-refused'")).toBe(2)
  const uphold = {
    intent: 'settle',
    outcome: 'upheld',
    reasons: 'The venue confirms it.',
    entryNote: 'Exits were locked.',
  }
  expect(await (await act(id, uphold)).text()).toContain('right to answer first')
  expect((await act(id, { intent: 'ask', question: 'Were exits locked? Who had the keys?' })).status).toBe(303)
  expect((await act(id, { intent: 'ask', question: 'Again?' })).status).toBe(422)
  expect((await act(id, { intent: 'entry', number: '' })).status).toBe(422)
  expect(await (await act(id, uphold)).text()).toContain('right to answer first')

  const [mail] = await site.sql`select text_body from mails where kind = 'concern-question'`
  for (const words of ['Wilma', 'thistle', 'chained', 'behind the stage', 'Saturday'])
    expect(mail!.text_body).not.toContain(words)
  const reply = await linkInMail(site, 'concern-question', 'ivo@lantern.example')
  expect(await pageOf(reply)).toContain('Who had the keys?')
  expect((await visitor.post(reply, { answer: '' })).status).toBe(422)
  const answers = await Promise.all(
    [1, 2].map((each) => visitor.post(reply, { answer: `Answer ${each}`, publicReply: 'We have\nnew locks.' })),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409])
  expect(await pageOf(reply)).toContain('We have your answer')
  expect(await pageOf('/admin/concerns', handler.cookie)).toContain('Organiser has answered')

  expect(await pageOf(`/events/${entry.slug}`)).not.toContain('was upheld on')
  expect((await act(id, { ...uphold, entryNote: '' })).status).toBe(422)
  expect((await act(id, { ...uphold, entryNote: 'Wilma was right.' })).status).toBe(422)
  expect((await act(id, uphold)).status).toBe(303)
  expect((await act(id, uphold)).status).toBe(409)
  expect(await pageOf(path)).toContain('The venue confirms it.')
  expect((await visitor.post(path, { message: 'More' })).status).toBe(409)
  const shown = await eventOnce(entry.slug, (page) => page.includes('was upheld on'))
  for (const words of ['was upheld on 23 November 2026', 'Exits were locked.', 'We have\nnew locks.'])
    expect(shown).toContain(words)
  expect(await count('mails', "kind in ('concern-settled', 'concern-told')")).toBe(2)

  expect(await pageOf(`/admin/concerns/${id}`, handler.cookie)).toContain('Upheld')
  expect((await act(id, { intent: 'remove-note', removal: '' })).status).toBe(422)
  expect((await act(id, { intent: 'remove-note', removal: 'A year has passed' })).status).toBe(303)
  expect((await act(id, { intent: 'remove-note', removal: 'Again' })).status).toBe(409)
  await eventOnce(entry.slug, (page) => !page.includes('Exits were locked.'))
  expect(await pageOf('/admin/concerns?list=upheld', handler.cookie)).toContain(id)
  const kinds = await site.sql`select kind from case_steps where concern_id = ${id} order by id`
  expect(kinds.map(({ kind }) => kind).join(' ')).toBe(
    'received taken-up assigned note message entry-named asked replied upheld note-removed',
  )
  const logged =
    await site.sql`select before, after from audit_log where subject_kind = 'concern' and subject_id = ${id}`
  expect(JSON.stringify(logged)).not.toMatch(/Wilma|chained|keys|venue/)
})

test('who reported is shown to those who may, and each look is in the audit log', async () => {
  const { id } = await send()
  for (const who of [editor, handler])
    expect(await pageOf(`/admin/concerns/${id}`, who.cookie)).not.toContain('Thistle')
  expect((await act(id, { intent: 'reporter' }, editor)).status).toBe(403)
  expect(await (await act(id, { intent: 'reporter' })).text()).toContain('Wilma Thistle')
  const [look] = await site.sql`
    select actor_name, after from audit_log where action = 'concern.reporter-seen' and subject_id = ${id}`
  expect(look).toEqual({ actor_name: 'Dora Desk', after: null })
  const { id: nobodys } = await send({ name: '', email: '' })
  expect(await (await act(nobodys, { intent: 'reporter' })).text()).toContain('anonymous')
})

test('what nobody has taken up in time is late, and first; an organiser who does not answer holds nothing up', async () => {
  const late = await send({ event: entry.number })
  now = new Date(now.getTime() + 4 * day)
  const fresh = await send()
  const list = await pageOf('/admin/concerns', handler.cookie)
  expect(list).toContain('Late since 25 November 2026')
  expect(list.indexOf(late.reference)).toBeLessThan(list.indexOf(fresh.reference))
  expect(list).toContain('late)')

  await act(late.id, { intent: 'start' })
  await act(late.id, { intent: 'ask', question: 'What happened at the doors?' })
  const reply = await linkInMail(site, 'concern-question', 'ivo@lantern.example')
  now = new Date(now.getTime() + 15 * day)
  const tooLate = await visitor.post(reply, { answer: 'I was away.' })
  expect(tooLate.status).toBe(409)
  expect(await tooLate.text()).toContain('I was away.')
  expect((await visitor.get(reply)).status).toBe(410)
  const settled = await act(late.id, { intent: 'settle', outcome: 'not-upheld', reasons: 'No proof was found.' })
  expect(settled.status).toBe(303)
  expect((await visitor.get(reply)).status).toBe(410)
  expect(await pageOf(`/events/${entry.slug}`)).not.toContain('No proof')
  for (const path of ['/concerns/none', `/concerns/reply/${'a'.repeat(43)}`])
    expect((await visitor.get(path)).status).toBe(404)
})

test('an entry without an organiser’s address is decided without asking, and a reply that names somebody is left out', async () => {
  const own = await addEntry(site, { title: 'Ballad Night' })
  const { id } = await send({ event: own.number, about: 'conduct' })
  await act(id, { intent: 'start' })
  await act(id, { intent: 'ask', question: 'What was promised?' })
  const reply = await linkInMail(site, 'concern-question', 'ivo@lantern.example')
  await visitor.post(reply, { answer: 'It was Wilma.', publicReply: 'Wilma has told lies.' })
  const uphold = {
    intent: 'settle',
    outcome: 'upheld',
    reasons: 'It is so.',
    entryNote: 'A band was announced wrongly.',
  }
  expect(await (await act(id, uphold)).text()).toContain('Leave it out')
  expect((await act(id, { ...uphold, leaveReplyOut: '1' })).status).toBe(303)
  expect(await pageOf(`/events/${own.slug}`)).toContain('has not given a public reply')

  const without = await addEntry(site, { title: 'Quarry Swim' })
  await site.sql`update register_entries set application_id = null, organisation_id = null where id = ${without.id}`
  const second = await send({ event: without.number })
  await act(second.id, { intent: 'start' })
  expect((await act(second.id, uphold)).status).toBe(303)
  expect(await pageOf(`/events/${without.slug}`)).toContain('A band was announced wrongly.')
})

test('what is held of a reporter is exported and erased, and goes two years after the end', async () => {
  const admin = await addPerson(site, 'Olga Owner', ['owner'])
  const { id, path } = await send({ email: 'Odo@Fern.example', name: 'Odo Fern' })
  await visitor.post(path, { message: 'One more thing.' })
  const email = 'odo@fern.example'
  const exported = await visitor.post('/api/admin/privacy/export', { email }, admin.cookie)
  const { held } = (await exported.json()) as { held: { concerns: Record<string, unknown>[] } }
  expect(held.concerns).toMatchObject([{ name: 'Odo Fern', place: 'Old Harbour', messages: ['One more thing.'] }])
  const erase = async () =>
    await (
      await visitor.post('/admin/privacy', { intent: 'erase', email, reason: 'Asked', sure: '1' }, admin.cookie)
    ).text()
  expect(await erase()).toContain('Open concerns')
  await act(id, { intent: 'start' })
  await act(id, { intent: 'settle', outcome: 'closed', reasons: 'Outside what we can look into.' })
  expect(await erase()).toContain('Concerns that have ended')
  expect((await visitor.get(path)).status).toBe(404)
  expect(await count('concern_reporters', `concern_id = '${id}'`)).toBe(0)
  expect(await count('case_steps', `concern_id = '${id}' and text like 'One more%'`)).toBe(0)

  const kept = await send({ email: 'uma@fern.example' })
  await act(kept.id, { intent: 'start' })
  await act(kept.id, { intent: 'settle', outcome: 'closed', reasons: 'It is the same as another report.' })
  await runRetention({}, site.services)
  expect(await count('concern_reporters', `concern_id = '${kept.id}'`)).toBe(1)
  await site.sql`update concerns set settled_at = settled_at - interval '3 years' where settled_at is not null`
  await runRetention({}, site.services)
  expect(
    await count(
      'concern_reporters r',
      `exists (select from concerns c where c.id = r.concern_id and c.settled_at is not null)`,
    ),
  ).toBe(0)
  expect(await count('concerns', "settled_at is not null and (happened, event) <> ('', '')")).toBe(0)
  expect(
    await count(
      'concern_replies q join concerns c on c.id = q.concern_id',
      "c.settled_at is not null and q.answer <> ''",
    ),
  ).toBe(0)
  const [run] = await site.sql`select removed from retention_runs order by id desc limit 1`
  expect(run!.removed.concerns).toBeGreaterThan(1)
  // What an organiser could be asked about stays, and so does what stands on an entry's page.
  expect(await count('concerns', `id = '${kept.id}' and state = 'closed'`)).toBe(1)
  expect(await count('register_notes', "removed_at is null and text <> ''")).toBe(2)
})
