import { beforeAll, expect, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

const site = await siteOfFile({ demoData: false })
const credentials = { email: 'editor@beaa.example', password: 'a long enough password' }
await site.services.auth.setPassword({ ...credentials, name: 'Eden editor', roles: ['editor'] })
const editor = await signInAdmin(site, credentials)
beforeAll(async () => {
  await site.sql`
    insert into contact_enquiries (name, email, company, subject, message)
    select 'Person ' || n, 'person' || n || '@visitor.example', 'Visitor Ltd', 'Question ' || n, 'Line one' || E'\n' || 'Line two'
    from generate_series(1, 70) as n`
  await site.sql`
    insert into contact_enquiries (name, email, subject, message)
    values ('=HYPERLINK("http://bad.example")', 'sly@visitor.example', 'Sly', '+1')`
  await site.sql`
    insert into quick_apply_leads (company_name, has_ticketed_events, wants_more_attendance, name, email, phone)
    values ('Harbour Ltd', true, false, 'Lee Lead', 'lee@harbour.example', '0161 496 0123')`
  await site.sql`
    insert into webinar_sign_ups (webinar_at, name, email) values ('2025-08-23T17:00:00Z', 'Wren Web', 'wren@visitor.example')`
  await site.sql`insert into boxing_seats values ('2027-08-21', 'vip', 10, 2) on conflict do nothing`
  await site.sql`
    insert into boxing_reservations (event_on, ticket_type, guests, total_pence, name, email, phone)
    values ('2027-08-21', 'vip', 2, 20000, 'Bo Xer', 'bo@visitor.example', '0161 496 0124')`
})

const get = (path: string, cookie = editor) => site.get(path, { cookie })
async function ids(path: string): Promise<string[]> {
  const seen: string[] = []
  let next: string | null = path
  while (next) {
    const response: Response = await fetch(site.origin + next, {
      headers: { cookie: editor, accept: 'application/json' },
    })
    const { data } = (await response.json()) as {
      data: { submissions: { id: string }[]; pages: { nextHref: string | null } }
    }
    seen.push(...data.submissions.map(({ id }) => id))
    next = data.pages.nextHref
  }
  return seen
}

test('every submission shows once, of each kind, and is found by its words', async () => {
  const seen = await ids('/admin/correspondence/enquiries')
  expect(new Set(seen).size).toBe(71)
  expect(seen).toHaveLength(71)
  expect(await ids('/admin/correspondence/enquiries?q=question 42')).toHaveLength(1)
  expect(await ids('/admin/correspondence/enquiries?sort=arrived')).toEqual(seen.toReversed())
  for (const [kind, text] of [
    ['leads', 'Lee Lead'],
    ['sign-ups', 'Wren Web'],
    ['reservations', 'Bo Xer'],
  ]) {
    expect(await (await get(`/admin/correspondence/${kind}`)).text()).toContain(text!)
  }
  expect((await get('/admin/correspondence/others')).status).toBe(404)
})

test('a submission is marked, by whom and when, and the log keeps no word of it', async () => {
  const [id] = await ids('/admin/correspondence/reservations')
  const path = `/admin/correspondence/reservations/${id}`
  expect(await (await get(path)).text()).toContain('£200.00')
  const mark = (state: string) => site.post(path, { state }, { cookie: editor })
  expect((await mark('gone')).status).toBe(404)
  expect((await mark('in-hand')).status).toBe(303)
  expect((await mark('in-hand')).status).toBe(303)
  expect(await (await get(path)).text()).toContain('Eden editor')
  expect(await ids('/admin/correspondence/reservations?state=in-hand')).toEqual([id!])
  expect(await ids('/admin/correspondence/reservations?state=new')).toEqual([])
  const logged = await site.sql`select before, after from audit_log where subject_id = ${id!}`
  expect(logged.map((row) => ({ ...row }))).toEqual([
    { before: { state: 'new' }, after: { state: 'in-hand', kind: 'reservations' } },
  ])
})

test('the download holds every row of the filter and runs as no formula', async () => {
  const response = await get('/api/admin/correspondence/enquiries')
  expect(response.headers.get('content-disposition')).toContain('enquiries-')
  const csv = await response.text()
  expect(csv.split('\r\n').filter((line) => line.includes('@visitor.example'))).toHaveLength(71)
  expect(csv).toContain(`"'=HYPERLINK(""http://bad.example"")"`)
  expect(csv).toContain(`'+1`)
  const one = await (await get('/api/admin/correspondence/enquiries?q=question%2042')).text()
  expect(one).toContain('person42@visitor.example')
  expect(one).not.toContain('person41@visitor.example')
})

test('several are marked at once, and taken back, except what was marked otherwise since', async () => {
  const path = '/admin/correspondence/enquiries'
  const [one, two, three] = await ids(`${path}?q=question 1`)
  const states = async () =>
    (
      await site.sql`select state from contact_enquiries where id = any(${[one!, two!, three!]}::uuid[]) order by state`
    ).map(({ state }) => state)
  const before = await states()
  const post = (form: string[][]) => site.post(`${path}?q=question+1`, form, { cookie: editor })
  const chosen = [one!, two!, three!].map((id) => ['submissions[]', id])
  const marked = await post([...chosen, ['mark', 'done']])
  const to = new URL(marked.headers.get('location')!, site.origin)
  expect([to.pathname, to.searchParams.get('q'), to.searchParams.get('marked')]).toEqual([path, 'question 1', '3'])
  expect(await states()).toEqual(['done', 'done', 'done'])
  expect(await (await get(to.pathname + to.search)).text()).toContain('3 items were marked')
  await site.post(`${path}/${one}`, { intent: 'mark', state: 'in-hand' }, { cookie: editor })
  const back = await post([
    ['intent', 'undo'],
    ['change', to.searchParams.get('undo')!],
  ])
  expect(back.headers.get('location')).toContain('undone=2')
  expect(await states()).toEqual(['in-hand', ...before.slice(1)])
  expect((await post([['mark', 'done']])).status).toBe(422)
  expect((await post([...chosen, ['mark', 'burnt']])).status).toBe(422)
})
