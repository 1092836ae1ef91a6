import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { addApplication } from '../add-application.ts'
import { browserOfFile, siteOfFile } from '../of-file.ts'
import { expectAccessible, expectNoSidewaysScroll, open, picture, signIn, started, visit } from './visit.ts'

const [site, browser] = await Promise.all([siteOfFile({ demoData: false }), browserOfFile()])

async function at(path: string, options: Parameters<typeof visit>[2] = {}) {
  const person = await visit(browser, site.origin, options)
  const { page } = person
  await signIn(page, site)
  await open(page, path)
  return person
}

test('without a script on a phone: a draft is begun, a criterion changed and published, and the public reads it', async () => {
  const { page, close } = await at('/admin/criteria', { javaScript: false, width: 'phone' })
  await page.getByRole('button', { name: 'Start a draft of version 2' }).click()
  await page.getByRole('link', { name: 'Noise plan' }).click()
  await page.getByLabel('Why', { exact: true }).fill('')
  await page.getByLabel('Days of grace').fill('5')
  await page.getByRole('button', { name: 'Save and go back' }).click()
  // Both faults are said beside their fields, and what was typed stays.
  await page.getByText('Say why it is asked for').first().waitFor()
  expect(await page.getByLabel('Days of grace').inputValue()).toBe('5')
  await page.getByLabel('Why', { exact: true }).fill('Neighbours want to sleep.')
  await page.getByLabel('Its documents have a last day').check()
  const rule = page.getByRole('group', { name: 'Rule 3' })
  await rule.getByLabel('Level').selectOption('should')
  await rule.getByLabel('Online event').check()
  await page.getByRole('button', { name: 'Save and go back' }).click()
  await page.getByText('The criterion was saved in the draft').waitFor()
  await page.getByText('Changed: Noise plan (why, last day, for which events)').waitFor()
  await page.getByLabel('What is new').fill('Noise plans have a last day.')
  await page.getByLabel('I have checked the changes').check()
  await page.getByRole('button', { name: 'Publish version 2' }).click()
  await page.getByText('The version is published').waitFor()
  await open(page, '/about#standards')
  await page.getByText('Noise plans have a last day.').waitFor()
  await page.getByText('Noise plan', { exact: true }).click()
  await page.getByText('Neighbours want to sleep.').waitFor()
  await close()
})

test('two editors: the second is told, keeps what was typed, and is asked before leaving it', async () => {
  const [mine, theirs] = [await at('/admin/criteria'), await at('/admin/criteria')]
  await mine.page.getByRole('button', { name: 'Start a draft of version 3' }).click()
  const write = async (page: Page, text: string) => {
    await open(page, '/admin/criteria/site-plan')
    await page.getByLabel('What is asked for').fill(text)
  }
  await write(mine.page, 'A plan of the site, in colour.')
  await write(theirs.page, 'A plan of the site, to scale.')
  await mine.page.getByRole('button', { name: 'Save and go back' }).click()
  await mine.page.getByText('The criterion was saved in the draft').waitFor()
  await theirs.page.getByRole('button', { name: 'Save and go back' }).click()
  await theirs.page.getByText('Not saved: someone else has changed the draft').waitFor()
  await started(theirs.page)
  const asked: string[] = []
  theirs.page.once('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await theirs.page.getByRole('navigation', { name: 'Breadcrumb' }).getByRole('link', { name: 'Criteria' }).click()
  await theirs.page.waitForTimeout(200)
  expect([asked.length, new URL(theirs.page.url()).pathname]).toEqual([1, '/admin/criteria/site-plan'])
  expect(await theirs.page.getByLabel('What is asked for').inputValue()).toBe('A plan of the site, to scale.')
  await theirs.page.getByRole('button', { name: 'Save and go back' }).click()
  await theirs.page.getByText('The criterion was saved in the draft').waitFor()
  // A 409 is a problem to the browser's console alone.
  expect([...mine.problems, ...theirs.problems].filter((problem) => !problem.includes('409'))).toEqual([])
  await mine.close()
  await theirs.close()
})

test('a sampled application is looked at, and the pages are accessible in both themes and fit 320 px', async () => {
  const { id } = await addApplication(site.sql, { status: 'approved', draft: { title: 'Sampled Fair' } })
  await site.sql`insert into application_samples (application_id, reason) values (${id}, 'share')`
  const [assessment] = await site.sql`select id from assessments where application_id = ${id}`
  await site.sql`
    insert into assessment_criteria (assessment_id, criterion_id, verdict, judged_at)
    values (${assessment!.id}, 'site-plan', 'not-met', now())`
  const [reason] = await site.sql`select id from reason_texts limit 1`
  const shown = [
    '/admin/criteria',
    '/admin/criteria/medical-plan',
    `/admin/reasons?edit=${reason!.id}`,
    '/admin/charts',
    '/admin/applications?status=sampled',
    `/review/${id}`,
    '/about?criteria=1',
  ]
  for (const theme of ['light', 'dark'] as const) {
    const { page, problems, close } = await at('/admin/criteria', {
      theme,
      width: theme === 'light' ? 'phone' : 'desktop',
    })
    for (const path of shown) {
      await open(page, path)
      // Two are enough: the panels of a page are alike, and axe takes its time over each.
      await page.evaluate(() => {
        const panels = [...document.querySelectorAll<HTMLDetailsElement>('details.panel')]
        for (const panel of panels.slice(-2)) panel.open = true
      })
      await expectAccessible(page)
      if (theme === 'light') await page.setViewportSize({ width: 320, height: 740 })
      await expectNoSidewaysScroll(page)
      await picture(page, `criteria${path.replace(/\W+/g, '-')}-${theme}`)
    }
    expect(problems).toEqual([])
    if (theme === 'dark') {
      await open(page, '/admin/applications?status=sampled')
      await page.getByRole('link', { name: 'Sampled Fair' }).click()
      await page.getByRole('link', { name: 'Check the approval' }).click()
      await page.getByLabel('What you checked').fill('The website and the venue agree.')
      await page.getByRole('button', { name: 'It is fine' }).click()
      await page.getByText(/checked it on /).waitFor()
      expect(await page.getByLabel('What you checked').count()).toBe(0)
      await open(page, `/review/${id}`)
      await page.getByText('The website and the venue agree.').waitFor()
    }
    await close()
  }
})
