import { expect, setDefaultTimeout, test } from 'bun:test'
import { siteOfFile } from '#test/of-file.ts'
import { signInAdmin } from '#test/sign-in.ts'

// Longer than the test itself waits for the queue.
setDefaultTimeout(60_000)

const site = await siteOfFile({ demoData: false })
const cookie = await signInAdmin(site)

const page = async (path: string) => await (await fetch(site.origin + path, { headers: { cookie } })).text()
const retry = (job: number, query = '') => site.post(`/admin/jobs${query}`, { job: String(job) }, { cookie })

test('a job that was given up is shown with its error, runs again when it is asked to, and is then gone', async () => {
  // Far ahead, so that the queue leaves it alone until then.
  const [{ id }] = (await site.sql`
    select id from graphile_worker.add_job('send-mail', '{"mailId": "00000000-0000-4000-8000-000000000000"}',
      run_at := now() + interval '1 day', max_attempts := 3)`) as unknown as [{ id: number }]
  expect(await page('/admin/jobs?state=waiting')).toContain('send-mail')
  await site.sql`
    update graphile_worker._private_jobs set attempts = 3, last_error = 'The mail server said <no>' where id = ${id}`
  const failed = await page('/admin/jobs?state=failed')
  expect(failed).toContain('The mail server said &lt;no&gt;')
  expect(failed).toContain('Run now')
  expect((await retry(id)).status).toBe(303)
  const gone = async () => (await site.sql`select from graphile_worker.jobs where id = ${id}`).length === 0
  for (let attempt = 0; attempt < 200 && !(await gone()); attempt++) await Bun.sleep(100)
  expect(await gone()).toBe(true)
  expect((await retry(id)).status).toBe(409)
  const [logged] = await site.sql`select * from audit_log where subject_kind = 'job'`
  expect(logged).toMatchObject({ action: 'job.retried', after: { name: 'send-mail' } })
})

test('the list has page numbers, is sorted by when a job was added, and keeps its place after a retry', async () => {
  await site.sql`
    select count(graphile_worker.add_job('send-mail', json_build_object('mailId', gen_random_uuid()),
      run_at := now() + make_interval(days => n), max_attempts := 100 + n)) from generate_series(1, 45) as n`
  const attempts = async (query: string) => {
    const html = await page(`/admin/jobs?state=waiting${query}`)
    return [...html.matchAll(/0 of 1(\d\d)</g)].map((match) => Number(match[1]))
  }
  const first = await attempts('')
  expect([first[0], first.length]).toEqual([45, 40])
  const last = await attempts('&sort=added&page=2')
  expect([last[0], last.at(-1)]).toEqual([41, 45])
  expect(await page('/admin/jobs?state=waiting&sort=added')).toContain(
    'href="/admin/jobs?state=waiting&amp;sort=added&amp;page=2"',
  )
  const [{ id }] = (await site.sql`
    update graphile_worker._private_jobs set attempts = 1 where max_attempts = 101 returning id`) as never as [
    { id: number },
  ]
  const retried = await retry(id, '?state=retrying&sort=added')
  expect(retried.headers.get('location')).toBe('/admin/jobs?state=retrying&sort=added&done=retried')
  await site.sql`delete from graphile_worker._private_jobs where max_attempts > 100`
})

test('odd addresses and forms are no trouble', async () => {
  for (const query of ['?page=x', '?page=400', '?sort=due', '?state=other']) {
    expect((await fetch(`${site.origin}/admin/jobs${query}`, { headers: { cookie } })).status).toBe(200)
  }
  expect((await retry(Number.NaN)).status).toBe(409)
})
