import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { publicPaths } from './public-paths.ts'
import { visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile(), browserOfFile()])
const [ended] = await site.sql`select slug from register_entries where status = 'suspended' limit 1`
const more = ['/listings?q=zzzz', '/my-applications', '/access', `/events/${ended!.slug}`]
const paths = [...(await publicPaths(site)), ...more]

test('without a script every page is read, and every form of it is taken by the server', async () => {
  const { page, close } = await visit(browser, site.origin, { width: 'phone', javaScript: false })
  const sent = new Set<string>()
  const refused: string[] = []
  for (const path of paths) {
    await page.goto(path)
    expect(await page.locator('h1').first().isVisible()).toBe(true)
    expect((await page.getByRole('main').getByText(/\w/).allTextContents()).join('').length).toBeGreaterThan(80)
    expect(await page.locator('.needs-script').locator('visible=true').count()).toBe(0)
    for (const { method, action, fields, isSendable } of await formsOf(page)) {
      const form = `${method} ${new URL(action).pathname}`
      if (sent.has(form)) continue
      sent.add(form)
      const body = new URLSearchParams(fields)
      const headers = { accept: 'text/html', origin: site.origin }
      const answer =
        method === 'get'
          ? await fetch(`${action.split('?')[0]}?${body}`, { headers })
          : await fetch(action, { method, headers, body, redirect: 'manual' })
      // Empty as it is, a form is answered by its page with what is missing, or leads on.
      if (!isSendable || ![200, 303, 422].includes(answer.status)) refused.push(`${path}, ${form}: ${answer.status}`)
    }
  }
  expect(sent.size).toBeGreaterThan(8)
  expect(refused).toEqual([])
  await close()
}, 120_000)

async function formsOf(page: Page) {
  return await page.evaluate(() =>
    [...document.forms].map((form) => ({
      method: form.method,
      action: form.action.split('#')[0]!,
      fields: [...new FormData(form)].map(([name, value]) => [name, String(value)]),
      isSendable: form.querySelector('button:not([type="button"])') !== null,
    })),
  )
}
