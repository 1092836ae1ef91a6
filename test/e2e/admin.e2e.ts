import { beforeAll, expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { adminPages } from '#admin-pages.ts'
import type { Role } from '#domain/permissions.ts'
import { startCheckout } from '#features/payments/checkout/server/start-checkout.ts'
import type { PageEntry } from '#pages.ts'
import { addApplication } from '../add-application.ts'
import { emptyTables } from '../empty-tables.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { runAs } from '../run-as.ts'
import { expectAccessible, expectNoSidewaysScroll, followMenu, open, picture, signIn, started, visit } from './visit.ts'

const password = 'a wardrobe full of herring'
const nameOf = {
  reviewer: 'Riley Reviewer',
  editor: 'Eden Editor',
  finance: 'Jo Ledger',
  owner: 'Wren Owner',
} satisfies Partial<Record<Role, string>>
const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])
beforeAll(async () => {
  for (const role of Object.keys(nameOf) as (keyof typeof nameOf)[]) {
    await site.services.auth.setPassword({ email: `${role}@desk.example`, password, name: nameOf[role], roles: [role] })
  }
})

/** A person of the admin area, signed in and at a page. */
async function at(role: keyof typeof nameOf, path: string, options: Parameters<typeof visit>[2] = {}) {
  // More people sign in here than one address may within ten minutes.
  await emptyTables(site.sql, 'rate_limits')
  const person = await visit(browser, site.origin, options)
  const { page } = person
  await signIn(page, site, { email: `${role}@desk.example`, password })
  await open(page, path)
  return person
}

const look = (page: Page) => page.evaluate(() => void window.dispatchEvent(new Event('focus')))

test('a reviewer is told of what comes in, finds it by keyboard, asks, is answered, and decides', async () => {
  await addApplication(site.sql, { draft: { title: 'Lantern Walk' }, submittedAt: '2026-10-01T09:00:00Z' })
  const { page, problems, close } = await at('reviewer', '/admin/applications')
  await page.getByRole('link', { name: 'Lantern Walk' }).waitFor()

  const email = 'quay@harbour-lights.example'
  const soon = new Date(Date.now() + 1000).toISOString()
  const { id } = await addApplication(site.sql, {
    draft: { title: 'Quay Fair' },
    organisation: { name: 'Quay Trust', email },
    submittedAt: soon,
  })
  await look(page)
  await page.getByText('1 new application:').waitFor()
  // Nothing has moved yet.
  expect(await page.getByRole('link', { name: 'Quay Fair' }).count()).toBe(0)
  await page.getByRole('link', { name: 'show' }).click()
  await page.getByRole('link', { name: 'Quay Fair' }).waitFor()

  await page.getByText('Keyboard shortcuts').click()
  await page.getByLabel('Use single keys').check()
  await page.getByRole('heading', { level: 1 }).click()
  await page.keyboard.press('/')
  await page.keyboard.type('quay j')
  expect(await page.getByLabel('Reference, organisation or event').inputValue()).toBe('quay j')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await page.keyboard.press('Enter')
  await page.waitForURL(/q=quay/)
  await started(page)
  await page.getByRole('link', { name: 'Lantern Walk' }).waitFor({ state: 'detached' })
  // Single keys count outside fields alone.
  await page.getByRole('heading', { level: 1 }).click()
  await page.waitForFunction(() => !document.activeElement?.matches('input'))
  await page.keyboard.press('j')
  await page.keyboard.press('Enter')
  await page.waitForURL(`**/review/${id}`)
  await page.getByRole('heading', { level: 1, name: 'Quay Fair' }).waitFor()
  await page.keyboard.press('n')
  await page.keyboard.type('Called on Monday.')
  await page.getByRole('button', { name: 'Add note' }).click()
  await page.getByText('Note by Riley Reviewer').waitFor()
  await page.getByLabel('Person').selectOption('Riley Reviewer')
  await page.getByRole('button', { name: 'Hand over' }).click()
  await page.getByText('Riley Reviewer handed it to Riley Reviewer').waitFor()
  await page.getByLabel('Question to the organiser').fill('Who looks after safety?')
  await page.getByRole('button', { name: 'Send question' }).click()
  await page.getByText('We have sent the question to the organiser').waitFor()

  const [mail] = await site.sql`select text_body from mails where to_email = ${email} and kind = 'application-question'`
  const link = /\/answer\/[\w-]{43}/.exec(mail!.text_body)![0]
  const organiser = await visit(browser, site.origin, { javaScript: false, width: 'phone' })
  await open(organiser.page, link)
  await organiser.page.getByText('Who looks after safety?').waitFor()
  await organiser.page.getByRole('button', { name: 'Send answer' }).click()
  await organiser.page.getByText('Write your answer').first().waitFor()
  await organiser.page.getByLabel('Your answer').fill('Sam Safe does.')
  await organiser.page.getByRole('button', { name: 'Send answer' }).click()
  await organiser.page.getByRole('heading', { name: 'Thank you for your answer' }).waitFor()
  await organiser.close()

  await open(page, `/review/${id}`)
  await page.getByText('Sam Safe does.').waitFor()
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Give the reason for the approval').waitFor()
  await page.getByLabel('Reason', { exact: true }).fill('Safety is looked after.')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Approved by Riley Reviewer').waitFor()
  expect(await page.getByRole('heading', { name: 'Orders' }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Orders', includeHidden: true }).count()).toBe(0)
  expect(problems).toEqual([])
  await close()
})

test.each([true, false])(
  'two reviewers at one application lose nothing that they have typed (script: %p)',
  async (javaScript) => {
    const { id } = await addApplication(site.sql, { draft: { title: 'Ropewalk Fair' } })
    const { page, problems, close } = await at('reviewer', `/review/${id}`, { javaScript })
    await page.getByLabel('Reason', { exact: true }).fill('Half a reason')
    await page.getByLabel('Question to the organiser').fill('Half a question')
    await page.getByLabel('Note').fill('Rang at noon.')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByText('Note by Riley Reviewer').waitFor()
    await page.getByText('The note was added').waitFor()
    const typedIn = (label: string) => page.getByLabel(label, { exact: true }).inputValue()
    expect(await typedIn('Reason')).toBe('Half a reason')
    expect(await typedIn('Question to the organiser')).toBe('Half a question')
    expect(await typedIn('Note')).toBe('')
    await page.getByRole('button', { name: 'Add note' }).click()
    await page.getByText('Write the note').waitFor()
    if (javaScript) {
      // Out of reach of the server, a post is not taken, and everything does not change.
      await page.route(`**/review/${id}`, (route) => route.abort())
      await page.getByLabel('Note', { exact: true }).fill('Second note.')
      await page.getByRole('button', { name: 'Add note' }).click()
      await page.getByText('What you typed is still here.').waitFor()
      await page.unroute(`**/review/${id}`)
      expect(await typedIn('Note')).toBe('Second note.')
    }

    const [wren] = await site.sql`select id, name, roles from people where email = 'owner@desk.example'`
    const { adminApprove } = await import('#features/applications/review/server/decide-application.ts')
    const admin = wren as unknown as { id: string; name: string; roles: Role[] }
    await runAs(admin, site.services, adminApprove, { applicationId: id, status: 'rejected', reason: 'No licence.' })
    await page.getByRole('button', { name: 'Approve' }).click()
    await page
      .getByText(/Rejected by Wren Owner on/)
      .first()
      .waitFor()
    await page.getByRole('heading', { name: 'Not saved' }).waitFor()
    expect(await typedIn('Your reason')).toBe('Half a reason')
    expect(await typedIn('Your question')).toBe('Half a question')
    expect(await page.getByText('Failed to update application status').count()).toBe(0)
    await picture(page, `review-overtaken-${javaScript ? 'script' : 'plain'}`)
    expect(problems.filter((problem) => !/409|422|ERR_FAILED/.test(problem))).toEqual([])
    await close()
  },
)

test('an approval is withdrawn, and its reason is asked for', async () => {
  const { id } = await addApplication(site.sql, { draft: { title: 'Sailmaker Fair' } })
  const { page, problems, close } = await at('reviewer', `/review/${id}`)
  await page.getByLabel('Reason', { exact: true }).fill('Seen.')
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.getByText('Approved by Riley Reviewer').waitFor()
  await page.getByRole('link', { name: 'Decision', exact: true }).click()
  await page.getByRole('button', { name: 'Withdraw the approval' }).click()
  await page.getByText('Give the reason for the withdrawal').waitFor()
  await page.getByLabel('Reason for the withdrawal').fill('It was another one.')
  await picture(page, 'review-withdrawal')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Withdraw the approval' }).click()
  await page.getByRole('button', { name: 'Approve' }).waitFor()
  await page.getByRole('link', { name: 'Every decision on this case' }).click()
  await page.getByText('Approval withdrawn by Riley Reviewer').waitFor()
  expect(await page.getByRole('heading', { name: 'Not saved' }).count()).toBe(0)
  expect(problems.filter((problem) => !/422/.test(problem))).toEqual([])
  await close()
})

test.each([true, false])(
  'a mistyped address is corrected at the review, and nothing else is sent by Enter (script: %p)',
  async (javaScript) => {
    const old = `mistyped-${javaScript}@harbor.example`
    const { id } = await addApplication(site.sql, { organisation: { email: old } })
    const width = javaScript ? 'phone' : 'desktop'
    const { page, problems, close } = await at('reviewer', `/review/${id}`, { javaScript, width })
    await page.getByLabel('Reason', { exact: true }).fill('Half a reason')
    await page.getByText('Correct the email address').click()
    await page.getByLabel('New email address').fill('right@harbour')
    await page.getByLabel('Reason for the correction').fill('They rang.')
    await page.getByLabel('New email address').press('Enter')
    await page.getByText('Enter an email address, like name@example.com').waitFor()
    await page.getByLabel('New email address').fill(`right-${javaScript}@harbour.example`)
    if (javaScript) {
      await expectAccessible(page)
      await expectNoSidewaysScroll(page)
    }
    await picture(page, `review-address-${width}`)
    await page.getByRole('button', { name: 'Correct the address' }).click()
    await page.getByText('The address was corrected').waitFor()
    await page.getByRole('link', { name: `right-${javaScript}@harbour.example` }).waitFor()
    expect(await page.getByLabel('Reason', { exact: true }).inputValue()).toBe('Half a reason')
    expect(await page.getByLabel('Reason for the correction').inputValue()).toBe('')
    const [stored] = await site.sql`select status from applications where id = ${id}`
    expect(stored!.status).toBe('submitted')
    expect(problems.filter((problem) => !/422/.test(problem))).toEqual([])
    await close()
  },
)

test('leaving a form of the admin area that is not saved asks first', async () => {
  const { page, problems, close } = await at('owner', '/admin/register/new')
  const asked: string[] = []
  let leave = false
  page.on('dialog', async (dialog) => {
    asked.push(dialog.type())
    if (leave) await dialog.accept()
    else await dialog.dismiss()
  })
  const partners = { click: () => followMenu(page, 'Site', 'Partners') }
  // Nothing is typed yet.
  await partners.click()
  await page.getByRole('heading', { name: 'Add a partner' }).waitFor()
  await page.goBack()
  await page.getByRole('heading', { level: 1, name: 'Add an entry' }).waitFor()
  expect(asked).toEqual([])

  await page.getByLabel('Title').fill('Half an entry')
  await partners.click()
  await page.evaluate(() => history.forward())
  await page.waitForTimeout(300)
  expect(new URL(page.url()).pathname).toBe('/admin/register/new')
  await page.reload({ timeout: 3000 }).catch(() => {})
  expect(asked).toEqual(['confirm', 'confirm', 'beforeunload'])
  expect(await page.getByLabel('Title').inputValue()).toBe('Half an entry')
  // What the server has refused is not saved either.
  await page.getByRole('button', { name: 'Publish entry' }).click()
  await page.getByRole('heading', { name: 'There is a problem' }).waitFor()
  await started(page)
  await partners.click()
  expect(asked).toHaveLength(4)
  leave = true
  await partners.click()
  await page.getByRole('heading', { name: 'Add a partner' }).waitFor()
  expect(asked).toHaveLength(5)

  // Two forms on one page: sending one asks about the other.
  for (const name of ['First Partner', 'Second Partner']) {
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Add partner' }).click()
    await page.getByText('The partner was added').waitFor()
  }
  expect(asked).toHaveLength(5)
  await started(page)
  leave = false
  await page.getByLabel('Name').fill('Third Partner')
  await page.getByRole('button', { name: 'Move Second Partner up' }).click({ noWaitAfter: true })
  await page.waitForTimeout(500)
  expect(asked).toHaveLength(6)
  expect(await page.getByLabel('Name').inputValue()).toBe('Third Partner')
  expect(problems.filter((problem) => !/422/.test(problem))).toEqual([])
  await close()
})

test.each([true, false])(
  'an editor adds an entry, learns of another editor, and suspends it in public (script: %p)',
  async (javaScript) => {
    const title = `Chandlery Fair ${javaScript ? 'with' : 'without'} script`
    const { page, context, problems, close } = await at('editor', '/admin/register/new', { javaScript })
    await page.getByRole('button', { name: 'Publish entry' }).click()
    await page.getByRole('link', { name: 'Enter a title' }).waitFor()
    await page.getByLabel('Title').fill(title)
    await page.getByLabel('Organiser').fill('Chandlery Trust')
    await page.getByLabel('Category').selectOption('Arts & Culture')
    await page.getByRole('button', { name: 'Publish entry' }).click()
    await page.getByText('The entry was published').waitFor()

    const other = await context.newPage()
    await open(other, page.url())
    await other.locator('#city').fill('Hull')
    await other.getByRole('button', { name: 'Save entry' }).click()
    await other.getByText('The entry was saved').waitFor()
    await page.locator('#city').fill('York')
    await page.getByRole('button', { name: 'Save entry' }).click()
    await page.getByText('the entry has changed since you opened it').waitFor()
    await page.getByText('Eden Editor has changed it.').waitFor()
    expect(await page.locator('#city').inputValue()).toBe('York')
    await page.getByRole('button', { name: 'Save entry' }).click()
    await page.getByText('The entry was saved').waitFor()

    await page.getByLabel('Reason').fill('The insurance ran out.')
    await page.getByRole('button', { name: 'Suspend' }).click()
    await page.getByText('The status was changed').waitFor()
    const [{ slug }] = (await site.sql`select slug from register_entries where title = ${title}`) as unknown as [
      { slug: string },
    ]
    const visitor = await visit(browser, site.origin)
    await open(visitor.page, `/events/${slug}`)
    await visitor.page.getByText('The insurance ran out.').first().waitFor()
    await visitor.close()
    // What the server has refused, the browser notes down.
    expect(problems.filter((problem) => !/40[09]|422/.test(problem))).toEqual([])
    await close()
  },
)

test.each([true, false])(
  'an editor imports public events after looking at what was refused (script: %p)',
  async (javaScript) => {
    const name = `Fair of ${javaScript ? 'scripts' : 'forms'}`
    const rows = Array.from({ length: javaScript ? 6000 : 40 }, (_, row) => `${name} ${row},2027-05-08,Ripon`)
    const { page, problems, close } = await at('editor', '/admin/national-events', { javaScript })
    await page.getByLabel('CSV file').setInputFiles({
      name: 'events.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(`title,date,city\n${rows.join('\n')}\nBad Day,2027-02-30,Ripon\n`),
    })
    await page.getByRole('button', { name: 'Check the file' }).click()
    await page.waitForURL(/import=/)
    await page.getByRole('heading', { name: 'Refused rows' }).waitFor()
    await page.getByText('date is not a day as YYYY-MM-DD').waitFor()
    if (javaScript) await expectAccessible(page)
    await page.getByRole('button', { name: /^Import/ }).click()
    await page.getByText('The file was imported').waitFor()
    const [{ count }] = (await site.sql`
      select count(*) from national_events where title like ${`${name}%`}`) as unknown as [{ count: number }]
    expect(count).toBe(rows.length)
    expect(problems).toEqual([])
    await close()
  },
)

test('an editor works off the correspondence and takes it home as a file', async () => {
  await site.sql`
    insert into contact_enquiries (name, email, subject, message)
    values ('Sam Visitor', 'sam@visitor.example', 'Tickets', '=1+1 How do I apply?')`
  const { page, problems, close } = await at('editor', '/admin')
  await followMenu(page, 'Work', 'Correspondence')
  await page.getByRole('link', { name: 'Sam Visitor' }).click()
  await page.getByText('=1+1 How do I apply?').waitFor()
  await page.getByRole('button', { name: 'Mark as waiting' }).click()
  await page.getByText('Saved', { exact: true }).waitFor()
  await page.getByRole('link', { name: 'Enquiries' }).click()
  await page.getByRole('heading', { level: 1, name: 'Enquiries' }).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'CSV file' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^enquiries-\d{4}-\d\d-\d\d\.csv$/)
  expect(problems).toEqual([])
  await close()
})

test('finance finds an order, gives a part of it back, and settles a discrepancy', async () => {
  const { id, reference } = await addApplication(site.sql, { status: 'approved' })
  const request = { applicationId: id, product: 'award' as const, coupon: null, metadata: { engraving: 'For Whitby' } }
  const started = await startCheckout(site.services, request, null)
  if (started.kind !== 'ready') throw new Error(started.kind)
  const payer = await visit(browser, site.origin)
  await payer.page.goto(started.url)
  await payer.page.locator('button[value="pay"]').click()
  await payer.page.waitForURL((url) => !url.pathname.startsWith('/sandbox'))
  await payer.close()

  const { page, problems, close } = await at('finance', '/admin/orders')
  await page.getByLabel(/^Reference, organisation, email/).fill(reference)
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(/q=/)
  await page.getByRole('link', { name: 'Gold Award' }).click()
  await page.getByText('Event: checkout.session.completed').waitFor()
  await page.getByRole('link', { name: 'Refund', exact: true }).click()
  await page.getByLabel('Amount in pounds').fill('20')
  await page.getByLabel('Reason').fill('Engraved wrongly.')
  await page.getByRole('radio', { name: 'Yes' }).check()
  await page.getByRole('button', { name: 'Refund' }).click()
  await page.getByText('The money has been refunded').waitFor()
  await page.getByText('Refund of £20.00: refunded').waitFor()
  const [order] = await site.sql`select id from orders where application_id = ${id}`
  await site.sql`
    insert into payment_discrepancies (kind, order_id, checkout_session_id, amount_pence, currency, found_at)
    values ('paid-twice', ${order!.id}, 'cs_second', 19900, 'gbp', now())`
  await followMenu(page, 'Money', 'Payments')
  await page.getByText('Paid twice: £199.00').waitFor()
  await page.getByText('Settle without a refund').click()
  await page.getByLabel('How it was settled').fill('Agreed by telephone.')
  await page.getByRole('button', { name: 'Settle', exact: true }).click()
  await page.getByText('The discrepancy is settled').waitFor()
  await page.getByText('There is nothing to settle.').waitFor()
  expect(await page.getByRole('link', { name: 'Applications', exact: true, includeHidden: true }).count()).toBe(0)
  expect(problems).toEqual([])
  await close()
})

test('the list of the register fits its page from a tablet on', async () => {
  const { page, problems, close } = await at('editor', '/admin/register')
  const table = page.getByRole('region', { name: 'Entries of the register' })
  await table.getByRole('row').nth(5).waitFor()
  await page.evaluate(() => document.fonts.ready)
  for (const width of [640, 768, 820, 1024, 1100, 1280]) {
    await page.setViewportSize({ width, height: 900 })
    const over = () => table.evaluate((box) => box.scrollWidth - box.clientWidth)
    // A window that was just resized takes a moment on a busy machine.
    for (const end = Date.now() + 5000; Date.now() < end && (await over()) > 0; ) await Bun.sleep(50)
    expect({ width: await page.evaluate(() => window.innerWidth), over: await over() }).toEqual({ width, over: 0 })
    const name = await table.getByRole('row').nth(1).getByRole('link').boundingBox()
    expect({ width, isRead: name!.width > 100 }).toEqual({ width, isRead: true })
  }
  expect(problems).toEqual([])
  await close()
})

test.each([
  { width: 'phone', theme: 'light' },
  { width: 'desktop', theme: 'dark' },
] as const)(
  'every page of the admin area is accessible and breaks nothing: %p',
  async (look) => {
    const { id } = await addApplication(site.sql)
    // Payments are not shown to somebody who can still decide.
    const sold = await addApplication(site.sql, { status: 'approved' })
    const [entry] = await site.sql`select id from register_entries limit 1`
    const [order] = await site.sql`
    insert into orders (application_id, organisation_id, type, amount_pence, status, paid_at)
    values (${sold.id}, ${sold.organisationId}, 'marketing', 99500, 'paid', now()) returning id`
    const [submission] = await site.sql`
    insert into contact_enquiries (name, email, message) values ('Lee Letter', 'lee@visitor.example', 'Hello') returning id`
    await site.sql`
    insert into payment_events (id, type, payload) values ('evt_shown', 'invoice.paid', '{}') on conflict do nothing`
    await site.sql`
    insert into payment_discrepancies (kind, order_id, checkout_session_id, amount_pence, currency, found_at)
    values ('mismatch', ${order!.id}, ${`cs_shown_${look.width}`}, 100, 'gbp', now())`
    await site.sql`insert into daily_visits values ('2026-01-01', 'home', 420) on conflict do nothing`
    const alone = Object.values<PageEntry>(adminPages).flatMap(({ path, permission }) =>
      permission === 'anyone' || path.includes(':') ? [] : [path],
    )
    const paths = [
      ...alone,
      '/admin?days=365',
      '/admin/applications?status=approved&q=nothing+like+it',
      `/review/${id}`,
      `/review/${id}/decision`,
      `/review/${id}/mails`,
      `/review/${sold.id}/orders`,
      '/admin/register/new',
      `/admin/register/${entry!.id}`,
      '/admin/correspondence/enquiries',
      `/admin/correspondence/enquiries/${submission!.id}`,
      `/admin/orders/${order!.id}`,
      '/admin/payments?view=events',
      '/admin/payments?view=runs',
    ]
    const { page, problems, close } = await at('owner', '/admin', look)
    for (const path of paths) {
      await open(page, path)
      await expectAccessible(page)
      if (look.width === 'phone') await page.setViewportSize({ width: 320, height: 740 })
      await expectNoSidewaysScroll(page)
      if (look.width === 'phone') await page.setViewportSize({ width: 375, height: 740 })
      await picture(page, `admin${path.replace(/[0-9a-f-]{36}/, 'one').replace(/\W+/g, '-')}-${look.width}`)
    }
    expect(problems).toEqual([])
    await close()
  },
  300_000,
)
