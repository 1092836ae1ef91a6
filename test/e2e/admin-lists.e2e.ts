import { beforeAll, expect, test } from 'bun:test'
import { writeMovements } from '#features/payments/ledger/server/write-movements.ts'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, signIn, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])
beforeAll(async () => {
  const { sql } = site
  for (let index = 0; index < 40; index++) {
    const { id, organisationId } = await addApplication(sql, {
      status: index < 34 ? 'submitted' : 'approved',
      draft: { title: `The Greater Whitby and District Sea Shanty and Folk Weekend ${index}` },
    })
    await sql`insert into orders (application_id, organisation_id, type, status, amount_pence)
      values (${id}, ${organisationId}, 'award', 'paid', ${19900 + index})`
  }
  await sql`insert into contact_enquiries (name, email, company, subject, message)
    select 'Person ' || n, 'p' || n || '@visitor.example', 'A company with a long name Ltd', 'How long does it take?', 'Hello'
    from generate_series(1, 40) n`
  await sql`insert into mails (kind, to_name, to_email, subject, text_body, html_body, state)
    select 'test', 'Robin', 'robin@harbour.example', 'Mail ' || n, '', '', 'sent' from generate_series(1, 40) n`
  await sql`insert into people (id, name, email, roles)
    select 'p' || n, 'Person ' || n, 'person' || n || '@beaa.example', '{reviewer,finance,editor}' from generate_series(1, 20) n`
  await sql`insert into payment_events (id, type, payload, processed_at)
    select 'evt_1TtQ9xKf2mPz7sLd8vWc0aR' || n, 'checkout.session.completed', '{}', now() from generate_series(1, 40) n`
  await sql`insert into reconciliation_runs (started_at, finished_at, outcome)
    select now(), now(), 'done' from generate_series(1, 40)`
  await sql`select count(graphile_worker.add_job('send-mail', run_at := now() + interval '1 day'))
    from generate_series(1, 40)`
  await sql`update graphile_worker._private_jobs set attempts = max_attempts,
    last_error = 'The mail server did not answer within the time that we give it, which is thirty seconds'
    where run_at > now() + interval '20 hours'`
  await sql`insert into complaints (reference, name, email, about, message, received_at)
    select 'C' || lpad(n::text, 6, '0'), 'Person ' || n, 'p' || n || '@visitor.example', 'decision', 'Too slow.', now()
    from generate_series(1, 40) n`
  await sql`with written as (
      insert into crm_updates (application_id, status, selected_options, state)
      select id, 'pre_approved', '{}', 'failed' from applications returning id)
    insert into crm_deliveries (update_id, outcome, http_status)
    select id, 'The CRM did not answer within the time that we give it, which is thirty seconds', 504
    from written, generate_series(1, 3)`
  await sql`insert into application_samples (application_id, reason) select id, 'share' from applications`
  await sql`update assessments set status = 'panel' where status = 'open'`
  await sql`with referred as (
      insert into assessment_steps (assessment_id, step, taken_at)
      select id, 'referred', now() from assessments where status = 'panel' returning id, taken_at)
    insert into assessment_panel (referral_id, person_id, person_name, named_at)
    select referred.id, p.id, p.name, taken_at from referred, people as p where p.email = ${site.admin.email}`
  await sql`insert into failed_checks select current_date, 'BEAA-2026-' || 100000 + n, 3 + n from generate_series(1, 40) n`
  await sql`insert into look_alike_names (application_id, kind, entry_id, likeness, found_at)
    select a.id, 'title', e.id, 0.8, now() from applications as a, register_entries as e
    where a.status <> 'rejected' and e.status = 'active' limit 40`
  await sql`insert into coupons (code, description, percent_off, applies_to)
    select 'SPRING' || n, 'A discount on everything that is sold this spring', 10, '{listing,award,marketing}'
    from generate_series(1, 40) n`
  await sql`insert into sign_in_events (person_id, person_name, event, network, browser)
    select 'p1', 'Person 1', 'signed-in', 'a1b2c3d4', 'Firefox on Windows' from generate_series(1, 40)`
  await sql`insert into audit_log (actor_kind, actor_id, actor_name, action, subject_kind, subject_id, before, after)
    select 'person', 'p1', 'Person 1', 'entry.edited', 'entry', gen_random_uuid()::text, '{"title": "Before"}',
      '{"title": "A title that is much longer than the room that there is for it in one line"}' from generate_series(1, 40)`
})

const lists = [
  '/admin/applications',
  '/admin/orders',
  '/admin/people',
  '/admin/correspondence/enquiries',
  '/admin/mailbox',
  '/admin/register',
  '/admin/audit-log',
  '/admin/audit-log/sign-ins',
  '/admin/jobs?state=failed',
  '/admin/payments?view=events',
  '/admin/payments?view=runs',
  '/admin/coupons',
  '/admin/crm-updates',
  '/admin/complaints',
  '/admin/assessments?view=open',
  '/admin/panel',
  '/admin/applications?status=sampled',
  '/admin/misuse',
  '/admin/misuse?list=names',
]

test('fourteen rows and more of each list fit 900 px, and on a phone each row is two lines, or three', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  await signIn(page, site)
  for (const path of lists) {
    await open(page, path)
    await page.evaluate(() => document.fonts.ready)
    const fitting = await page
      .locator('.dense tbody tr')
      .evaluateAll((rows) => rows.filter((row) => row.getBoundingClientRect().bottom <= 900).length)
    expect([path, fitting >= 14]).toEqual([path, true])
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
  }
  await page.setViewportSize({ width: 375, height: 740 })
  for (const path of lists) {
    await open(page, path)
    const tallest = await page
      .locator('.dense tbody tr')
      .evaluateAll((rows) => Math.max(...rows.map((row) => row.getBoundingClientRect().height)))
    // The status of an entry, with how far it was checked, is never cut.
    const most = path === '/admin/register' ? 110 : 90
    expect([path, tallest <= most, tallest]).toEqual([path, true, tallest])
    await expectNoSidewaysScroll(page)
  }
  await expectAccessible(page)
  expect(problems).toEqual([])
  await close()
}, 120_000)

test('on a phone the filters are folded, say what is set, and work without a script', async () => {
  const { page, problems, close } = await visit(browser, site.origin, { javaScript: false })
  await page.setViewportSize({ width: 375, height: 740 })
  await signIn(page, site)
  await open(page, '/admin/orders?status=paid&from=2024-01-31')
  await page.locator('.dense tbody tr').first().waitFor()
  const top = await page
    .locator('.dense tbody tr')
    .first()
    .evaluate((row) => row.getBoundingClientRect().top)
  expect([top < 370, top]).toEqual([true, top])
  expect(await page.getByLabel('Status').isVisible()).toBe(false)
  await page.getByText('Filters: Status Paid, From 31 January 2024').click()
  await page.getByLabel('Status').selectOption('pending')
  await page.getByRole('button', { name: 'Apply filters' }).click()
  await page.waitForURL(/status=pending/)
  expect(await page.getByLabel('Status').isVisible()).toBe(false)
  await page.getByText('Filters: Status Not paid yet').waitFor()
  expect(problems).toEqual([])
  await close()
})

test('a list is sorted, left for one of its rows, and found again as it was', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  await signIn(page, site)
  await open(page, '/admin/orders?q=harbour')
  await page.getByRole('link', { name: 'Due', exact: true }).click()
  await page.waitForURL(/sort=due/)
  await page.getByRole('link', { name: 'Next', exact: true }).click()
  await page.waitForURL(/page=2/)
  const address = page.url()
  await page.locator('.dense tbody a').first().click()
  await page.waitForURL(/\/admin\/orders\/[0-9a-f-]{36}$/)
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Orders' }).click()
  await page.waitForURL(address)

  await open(page, '/admin/assessments?view=open')
  await page.getByRole('link', { name: 'Reference', exact: true }).click()
  await page.waitForURL(/view=open&sort=reference$/)
  await page.locator('.dense tbody a').first().click()
  await page.getByRole('link', { name: 'Next assessment' }).click()
  await page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Assessments' }).click()
  await page.waitForURL(/\/admin\/assessments\?view=open&sort=reference$/)
  expect(problems).toEqual([])
  await close()
})

test('the search is opened by a key, walked by arrows, and leads to what is chosen', async () => {
  const { page, problems, close } = await visit(browser, site.origin)
  await signIn(page, site)
  await open(page, '/admin/people')
  for (const key of ['/', 'Control+k']) {
    await page.getByRole('heading', { level: 1 }).click()
    await page.keyboard.press(key)
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('admin-search')
  }
  await page.keyboard.type('weekend 39')
  await page.getByRole('option').first().waitFor()
  await expectAccessible(page)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: /Folk Weekend 39/ }).waitFor()
  expect(problems).toEqual([])
  await close()

  const plain = await visit(browser, site.origin, { javaScript: false })
  await signIn(plain.page, site)
  await open(plain.page, '/admin')
  await plain.page.getByLabel('Search cases and people').fill('weekend 39')
  await plain.page.keyboard.press('Enter')
  await plain.page.getByRole('heading', { level: 1, name: 'Search' }).waitFor()
  await plain.page.getByRole('link', { name: /Folk Weekend 39/ }).waitFor()
  await plain.close()
})

test('finance reads March’s refunds net of tax, and finds the debit that came late, within 60 seconds and 6 presses', async () => {
  const { sql, services } = site
  const { id: applicationId, organisationId, reference } = await addApplication(sql, { status: 'approved' })
  const [order] = await sql<{ id: string }[]>`
    insert into orders (application_id, organisation_id, type, status, amount_pence, created_at, paid_at, debit_began_at)
    values (${applicationId}, ${organisationId}, 'marketing', 'paid', 99500, '2026-03-24', '2026-03-30', '2026-03-24T10:00:00Z')
    returning id`
  const moved = { orderId: order!.id, paymentIntentId: 'pi_march', currency: 'gbp' }
  const brand = { ...services.brand, vatRates: [{ from: '' as const, percent: 20 }] }
  await writeMovements(sql, { ...services, brand }, [
    { ...moved, kind: 'payment', providerId: 'pi_march', amountPence: 99_500, happenedAt: '2026-03-30T09:00:00Z' },
    { ...moved, kind: 'refund-sent', providerId: 're_march', amountPence: 12_000, happenedAt: '2026-03-31T09:00:00Z' },
    { ...moved, kind: 'refund-sent', providerId: 're_april', amountPence: 6_000, happenedAt: '2026-04-01T09:00:00Z' },
  ])
  const { page, problems, close } = await visit(browser, site.origin)
  await signIn(page, site)
  await open(page, '/admin')
  const begun = Date.now()
  let presses = 0
  const press = async (act: Promise<unknown>) => {
    presses++
    await act
  }
  await press(page.locator('.admin-menu summary').filter({ hasText: 'Money' }).first().click())
  await press(page.getByRole('link', { name: 'Month’s end' }).first().click())
  await page.waitForURL(/\/admin\/months/)
  await press(page.getByLabel('Month', { exact: true }).selectOption('March 2026'))
  await press(page.getByRole('button', { name: 'Apply filters' }).click())
  await page.waitForURL(/month=2026-03/)
  await page.getByText('£100.00 (1 refund, £120.00 with VAT of £20.00)').waitFor()
  const late = page.getByRole('row').filter({ hasText: reference })
  await late.getByText('24 March 2026').waitFor()
  await picture(page, 'month')
  await expectAccessible(page)
  await press(late.getByRole('link', { name: 'Bank debit: Marketing Package' }).click())
  await page.waitForURL(new RegExp(order!.id))
  await page.getByText('Begun on 24 March 2026').waitFor()
  expect(presses).toBeLessThanOrEqual(6)
  expect(Date.now() - begun).toBeLessThan(60_000)
  expect(problems).toEqual([])
  await close()
})
