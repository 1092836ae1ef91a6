import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import type { Browser, Page } from 'playwright'
import { projectRoot } from '#process/project-root.ts'
import { launchBrowser } from '../browser.ts'
import { openTestDatabase, type TestDatabase } from '../database.ts'
import { open, visit } from './visit.ts'

// `bun run dev` on a copy of the sources, with a browser that looks on while files are changed.

const component = 'src/features/site/contact/contact-page.tsx'
const loader = 'src/features/site/contact/server.ts'
let folder: string
let database: TestDatabase
let browser: Browser
let child: Subprocess<'ignore', 'pipe', 'pipe'>
let page: Page
let said = ''

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'dev-'))
  for (const name of ['src', 'sql', 'public', 'package.json', 'tsconfig.json', 'uno.config.ts'])
    cpSync(join(projectRoot, name), join(folder, name), { recursive: true })
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'))
  ;[database, browser] = await Promise.all([openTestDatabase(), launchBrowser()])
  const origin = `http://localhost:${freePort()}`
  child = Bun.spawn(['bun', 'src/build/dev.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: new URL(origin).port, DATABASE_URL: database.url },
    stdout: 'pipe',
    stderr: 'pipe',
  })
  for (const stream of [child.stdout, child.stderr]) void listen(stream)
  for (const end = Date.now() + 60_000; ; await Bun.sleep(50)) {
    if ((await fetch(origin).catch(() => null))?.ok) break
    if (Date.now() > end) throw new Error(`It does not answer.\n${said}`)
  }
  page = (await visit(browser, origin)).page
  // Beside two other files on two cores a build takes many times what it takes a person's machine.
  page.setDefaultTimeout(60_000)
  await open(page, '/contact')
}, 120_000)

afterAll(async () => {
  child?.kill('SIGTERM')
  await child?.exited
  await browser?.close()
  await database?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('a changed component is in the open page, and the console says after how long', async () => {
  const took: number[] = []
  while (took.length < 2) {
    const words = `Contact, attempt ${took.length + 1}`
    const began = performance.now()
    setHeading(words)
    await heading(words)
    took.push(performance.now() - began)
    await Bun.sleep(3000)
  }
  console.info(`A changed component was in the page after ${took.map(Math.round).join(', ')} ms.`)
  expect(said).toMatch(/contact-page\.tsx: shown after \d+ ms/)
}, 180_000)

test('a changed loader and a new class are, too', async () => {
  change(loader, "sent: query.get('sent') === '1'", 'sent: true')
  await page.getByText('Thank you').first().waitFor()
  change(component, '<div className="mt-10 grid', '<div className="mt-[37px] grid')
  await page.waitForFunction(() => getComputedStyle(document.querySelector('main .grid')!).marginTop === '37px')
}, 180_000)

test('the tables of pages are as they were last saved', async () => {
  change('src/pages.ts', "header: 'Contact'", "header: 'Write to us'")
  await page.getByRole('link', { name: 'Write to us' }).first().waitFor()
  const modules = 'src/shell/page-modules.ts'
  const whole = readFileSync(join(folder, modules), 'utf8')
  change(modules, '/site/contact/contact-page', '/people/privacy/cookies-page')
  await page.getByRole('heading', { level: 1, name: 'Cookies' }).waitFor()
  writeFileSync(join(folder, modules), whole)
  await page.getByRole('heading', { level: 1, name: 'Cookies' }).waitFor({ state: 'detached' })
}, 180_000)

test('a change is shown that is saved before the page of the last one has its script', async () => {
  // With its own script, which is not held up.
  await open(page, '/contact')
  const script = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await script.promise
    await route.continue()
  })
  try {
    setHeading('Saved first')
    await heading('Saved first')
    const shown = () => said.split('contact-page.tsx: shown').length
    const before = shown()
    setHeading('Saved next')
    for (const end = Date.now() + 60_000; shown() === before; await Bun.sleep(50))
      if (Date.now() > end) throw new Error(`It is not built.\n${said}`)
  } finally {
    script.resolve()
  }
  await heading('Saved next')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
}, 180_000)

test('files that are saved one soon after the other leave no process behind', async () => {
  for (const words of ['Saved once', 'Saved twice', 'Saved three times']) {
    setHeading(words)
    await heading(words)
  }
  // The site, and the one that waits for the next change.
  for (const end = Date.now() + 10_000; childrenOf(child.pid).length !== 2; await Bun.sleep(200))
    if (Date.now() > end) throw new Error(`Processes: ${childrenOf(child.pid).join(', ')}`)
}, 180_000)

test.each([
  ['a component', component, /\n}\n/],
  ['a loader', loader, '=> ({\n'],
])(
  'a mistake in %s is shown in words, and gone when it is mended',
  async (_, path, mistaken) => {
    const whole = readFileSync(join(folder, path), 'utf8')
    change(path, mistaken, '\n')
    try {
      await page.locator('#dev-problem', { hasText: path.split('/').at(-1)! }).waitFor()
    } finally {
      // A second try begins with what is right, too.
      writeFileSync(join(folder, path), whole)
    }
    await page.locator('#dev-problem').waitFor({ state: 'detached' })
    setHeading(`Mended after a mistake in ${path}`)
    await heading(`Mended after a mistake in ${path}`)
  },
  180_000,
)

const setHeading = (words: string) =>
  change(component, /(definePage<Data>\(ContactPage, \{ title: )'[^']*'/, `$1'${words}'`)

const heading = (name: string) => page.getByRole('heading', { level: 1, name }).waitFor()

const childrenOf = (pid: number) =>
  Bun.spawnSync(['pgrep', '-P', String(pid)])
    .stdout.toString()
    .split('\n')
    .filter(Boolean)

function change(path: string, from: string | RegExp, to: string): void {
  const file = join(folder, path)
  const before = readFileSync(file, 'utf8')
  const after = before.replace(from, to)
  expect(after).not.toBe(before)
  writeFileSync(file, after)
}

async function listen(stream: ReadableStream<Uint8Array>): Promise<void> {
  for await (const part of stream) said += new TextDecoder().decode(part)
}

function freePort(): number {
  const server = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = server
  void server.stop(true)
  return port!
}
