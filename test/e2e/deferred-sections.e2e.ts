import { beforeEach, expect, test } from 'bun:test'
import { adminHref } from '#admin-pages.ts'
import { href } from '#pages.ts'
import { ownershipCookie } from '#requests/ownership.ts'
import { createSandboxControls } from '#sandbox/payments/controls.ts'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { signInAdmin } from '../sign-in.ts'
import { expectAccessible, expectNoSidewaysScroll, picture, visit } from './visit.ts'

// Waiting for an outside service or a heavy count follows its page: the page is there at once, and stays itself when the part arrives.

const heldMs = 2000
const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])
const admin = await signInAdmin(site)
beforeEach(async () => {
  await site.sql`delete from rate_limits`
})

test('the page of a landing is there before the provider has answered, and complete at the end', async () => {
  const { landing } = await buyer()
  await holdProvider()
  const started = performance.now()
  const answer = await fetch(landing, { headers: { 'accept-encoding': 'br', accept: 'text/html' } })
  const decoder = new TextDecoder()
  let shell = ''
  let whole = ''
  let shellMs = 0
  for await (const bytes of answer.body!) {
    whole += decoder.decode(bytes, { stream: true })
    if (shellMs === 0 && whole.includes('id="page-data"')) {
      shellMs = performance.now() - started
      shell = whole
    }
  }
  const wholeMs = performance.now() - started
  expect(shellMs).toBeLessThan(heldMs - 500)
  expect(wholeMs).toBeGreaterThan(heldMs - 500)
  expect(shell).toContain('Loading your accreditation details...')
  expect(shell).not.toContain('Congratulations!')
  expect(whole).toContain('Congratulations!')
  expect(whole.trimEnd()).toEndWith('</body></html>')
  // What it holds inline may run by this answer's own nonce, and nothing else may.
  const nonce = /script-src [^;]*'nonce-([^']+)'/.exec(answer.headers.get('content-security-policy')!)![1]!
  const inline = [...whole.matchAll(/<script(?![^>]*(?:src=|application\/(?:ld\+)?json))([^>]*)>/g)].slice(1)
  expect(inline.length).toBeGreaterThan(0)
  for (const [, attributes] of inline) expect(attributes).toContain(`nonce="${nonce}"`)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('a move to it waits for the provider, and gets everything at once', async () => {
  const { landing } = await buyer()
  await holdProvider()
  const state = (await (await fetch(landing, { headers: { accept: 'application/json' } })).json()) as {
    data: { kind: string; landing: { value: { kind: string } } }
  }
  expect([state.data.kind, state.data.landing.value.kind]).toEqual(['asking', 'published'])
})

test('a public page has no deferred section, and needs no nonce', async () => {
  for (const path of ['/', '/listings', '/about']) {
    const answer = await fetch(site.origin + path, { headers: { accept: 'text/html' } })
    expect(answer.headers.get('content-security-policy')).not.toContain('nonce')
    expect(await answer.text()).not.toContain('<template id="B:')
  }
})

for (const width of ['phone', 'desktop'] as const) {
  test(`a payer sees the page at once, and then what they have bought (${width})`, async () => {
    const { landing, cookie } = await buyer()
    const { page, context, problems, close } = await visit(browser, site.origin, { width })
    await context.addCookies([{ ...cookie, url: site.origin }])
    const seen = Promise.withResolvers<void>()
    await holdProvider(seen.promise)
    await page.goto(landing, { waitUntil: 'commit' })
    await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    expect(await page.getByText('Loading your accreditation details...').isVisible()).toBe(true)
    expect(await page.getByRole('heading', { name: 'Congratulations!' }).count()).toBe(0)
    seen.resolve()
    await page.getByRole('heading', { name: 'Congratulations!' }).waitFor()
    // The part is alive: its form reacts without a load.
    const service = page.getByRole('checkbox').first()
    await service.check()
    await page.waitForFunction(() => document.readyState === 'complete')
    expect(problems).toEqual([])
    await expectAccessible(page)
    await expectNoSidewaysScroll(page)
    await picture(page, `deferred-landing-${width}`)
    await close()
  })
}

test('without a script the part is read where it arrives, and its skeleton is gone', async () => {
  const { landing } = await buyer()
  const { page, problems, close } = await visit(browser, site.origin, { javaScript: false })
  await holdProvider()
  await page.goto(landing)
  expect(await page.getByRole('heading', { name: 'Congratulations!' }).isVisible()).toBe(true)
  expect(await page.getByText('Loading your accreditation details...').isVisible()).toBe(false)
  const part = await page.getByRole('heading', { name: 'Congratulations!' }).boundingBox()
  const footer = await page.getByRole('contentinfo').boundingBox()
  expect(part!.y).toBeLessThan(footer!.y)
  expect(problems).toEqual([])
  await picture(page, 'deferred-landing-without-script')
  await close()
})

test.each([true, false])(
  'the pictures of the overview and the registry check arrive (script: %p)',
  async (javaScript) => {
    const { id } = await addApplication(site.sql, { status: 'submitted', organisation: { company_no: '09900123' } })
    const { page, context, problems, close } = await visit(browser, site.origin, { javaScript })
    await context.addCookies(
      admin.split('; ').map((pair) => {
        const at = pair.indexOf('=')
        return { name: pair.slice(0, at), value: decodeURIComponent(pair.slice(at + 1)), url: site.origin }
      }),
    )
    await page.goto(adminHref('admin'))
    await page.getByRole('heading', { name: 'From visit to paid' }).waitFor()
    await page.getByRole('heading', { name: 'Register by status' }).waitFor()
    await page.goto(adminHref('review', { id }))
    await page.getByText('Checked again:').waitFor()
    if (javaScript) await page.locator('html[data-hydrated]').waitFor({ state: 'attached' })
    expect(await page.getByText('Checking the register again…').isVisible()).toBe(false)
    expect(problems).toEqual([])
    await close()
  },
)

/** Somebody who has just paid for a listing: the provider knows, our books do not. */
async function buyer() {
  const { id, organisationId } = await addApplication(site.sql, { status: 'approved' })
  const [pair] = ownershipCookie('', [id, organisationId], site.services).split(';')
  const answer = await site.call('/api/stripe/create-listing-session', { applicationId: id }, { cookie: pair! })
  const { url, checkoutUrl } = (await answer.json()) as { url?: string; checkoutUrl?: string }
  const sessionId = (url ?? checkoutUrl)!.split('/').at(-1)!
  const controls = createSandboxControls({ sql: site.sql })
  await controls.paySession(sessionId)
  // Not a word of it reaches us: the page is what asks.
  await site.sql`delete from sandbox.payment_deliveries`
  const at = pair!.indexOf('=')
  return {
    landing: site.origin + href('accreditationSuccess', { session_id: sessionId, application_id: id }),
    cookie: { name: pair!.slice(0, at), value: pair!.slice(at + 1) },
  }
}

/** The payment provider answers after `until`, or two seconds later: what it reads is locked. */
async function holdProvider(until: Promise<unknown> = Bun.sleep(heldMs)): Promise<void> {
  const locked = Promise.withResolvers<void>()
  const holding = site.sql.begin(async (tx) => {
    await tx`lock table sandbox.payment_objects in access exclusive mode`
    locked.resolve()
    await until
  })
  holding.catch(locked.reject)
  await locked.promise
}
