import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test'
import { signInAdmin } from '../../../../../test/sign-in.ts'
import { openTestSite, type TestSite } from '../../../../../test/site.ts'

// Longer than the test itself waits for the queue.
setDefaultTimeout(60_000)

let site: TestSite
let cookie: string
beforeAll(async () => {
  site = await openTestSite({ demoData: false })
  cookie = await signInAdmin(site)
})
afterAll(async () => {
  await site.close()
})

const page = async (path: string) => await (await fetch(site.origin + path, { headers: { cookie } })).text()
const retry = (job: number) =>
  fetch(`${site.origin}/admin/jobs`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.origin, cookie },
    body: new URLSearchParams({ job: String(job) }),
  })

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

test('odd addresses and forms are no trouble', async () => {
  for (const query of ['?after=x', '?after=99999999999999999999', '?state=other']) {
    expect((await fetch(`${site.origin}/admin/jobs${query}`, { headers: { cookie } })).status).toBe(200)
  }
  expect((await retry(Number.NaN)).status).toBe(409)
})
