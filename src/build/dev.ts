import { watch } from 'node:fs'
import { join, relative } from 'node:path'
import type { Subprocess } from 'bun'
import { openDatabase } from '#database/connect.ts'
import { readEnv } from '#env.ts'
import { projectRoot } from '#process/project-root.ts'
import { isBrowserSafe } from './browser-boundary.ts'
import { buildAll } from './build-all.ts'

// `bun run dev` passes each request to a process of the site. After a change it builds for browsers, starts another process and reloads open pages.
// Errors are shown on the console and in the pages; the old process keeps answering.

type SiteProcess = {
  child: Subprocess
  origin: string
  said: string /** Once it hears what it is told. */
  listens: Promise<void>
}

const siteProgram = join(import.meta.dir, 'dev-site.ts')

await dev()

async function dev(): Promise<void> {
  const read = readEnv(process.env)
  if ('problems' in read) {
    console.error(['The site cannot start with these settings:', ...read.problems].join('\n- '))
    process.exit(1)
  }
  const { port, publicUrl } = read.env
  const database = await openDatabase(read.env, { stopEmbedded: true, waitMs: 7000 })
  const pages = new Set<ReadableStreamDefaultController<string>>()
  let builtAt = 0
  let problem = ''
  let spare: SiteProcess | null = null
  let current: SiteProcess | null = null
  let changed = new Set<string>()
  let work = bringUp([])

  for (const folder of ['src', 'sql', 'public'])
    watch(folder, { recursive: true }, (_, name) => notice(`${folder}/${name}`))
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, end)
  Bun.serve({ port, idleTimeout: 0, fetch: answer })

  function notice(path: string): void {
    if (!/\.(tsx?|css|sql|svg|png|txt|json)$/.test(path) || /\.test\.tsx?$/.test(path)) return
    if (path.startsWith('src/build/'))
      console.info(`${path} builds the site: to see the change, end this command and run it again.`)
    if (changed.size === 0) {
      const began = performance.now()
      work = work.then(async () => {
        await Bun.sleep(20)
        const paths = [...changed]
        changed = new Set()
        const isShown = await bringUp(paths)
        if (isShown) console.info(`${paths.join(', ')}: shown after ${Math.round(performance.now() - began)} ms`)
        return isShown
      })
    }
    changed.add(path)
  }

  async function bringUp(paths: string[]): Promise<boolean> {
    const next = spare ?? prepare()
    spare = null
    try {
      for (const path of paths) await parse(path)
      // It starts beside the build, whose files it reads with the first page; at first there may be none.
      if (paths.length > 0) start(next)
      if (
        paths.length === 0 ||
        paths.some((path) => !path.startsWith('src/') || isBrowserSafe(path) || /\.css$/.test(path))
      )
        await buildAll(['browser'], { dev: true })
      if (paths.length === 0) start(next)
      problem = ''
      builtAt = Date.now()
      tellAll()
      await untilItAnswers(next)
    } catch (thrown) {
      next.child.kill('SIGKILL')
      problem = inWords(thrown)
      console.error(`\n${problem}\n`)
      tellAll()
    }
    const before = problem ? next : current
    if (!problem) current = next
    // After the open pages have loaded: on two cores they would wait for it.
    setTimeout(() => {
      before?.child.kill('SIGTERM')
      spare ??= prepare()
    }, 1000)
    return !problem
  }

  /** A message to a process that does not listen yet would be lost. */
  function start({ child, listens }: SiteProcess): void {
    void listens.then(() => child.send('start'))
  }

  function prepare(): SiteProcess {
    const own = freePort()
    const { promise, resolve } = Promise.withResolvers<void>()
    const child = Bun.spawn([process.execPath, siteProgram, ...(builtAt ? ['again'] : [])], {
      env: { ...process.env, PORT: String(own), PUBLIC_URL: publicUrl, DATABASE_URL: database.url, METRICS_PORT: '' },
      cwd: projectRoot,
      stdout: 'inherit',
      stderr: 'pipe',
      ipc: () => resolve(),
    })
    const site: SiteProcess = { child, origin: `http://127.0.0.1:${own}`, said: '', listens: promise }
    void hear(site, child.stderr)
    return site
  }

  async function answer(request: Request): Promise<Response> {
    const { pathname, search } = new URL(request.url)
    if (pathname === '/dev/changes') {
      let page: ReadableStreamDefaultController<string>
      const body = new ReadableStream<string>({
        start(controller) {
          page = controller
          pages.add(page)
          tell(page)
        },
        cancel: () => void pages.delete(page),
      })
      return new Response(body, { headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' } })
    }
    // Assets belong to the build of the page that asks: waiting for the next build would leave it without its script.
    if (!current || !pathname.startsWith('/assets/')) await work
    const site = current
    if (!site) return inPage(problem, 500)
    const { method, body } = request
    const headers = new Headers(request.headers)
    headers.delete('if-none-match')
    const stopped = () => inPage(`The site has stopped.\n${site.said}`, 503)
    const build = `build;desc="${builtAt}"`
    const made = await fetch(`${site.origin}${pathname}${search}`, {
      method,
      headers,
      body,
      redirect: 'manual',
      decompress: false,
    }).catch(stopped)
    const isOfAnotherBuild = made.status === 404 && /^\/assets\/.*\.js$/.test(pathname)
    if (isOfAnotherBuild) return new Response(reloadUnless(builtAt), { headers: { 'content-type': 'text/javascript' } })
    const answered = new Response(made.body, made)
    answered.headers.append('server-timing', build)
    return answered
  }

  function inPage(words: string, status: number): Response {
    const script = `new EventSource('/dev/changes').addEventListener('site', ({ data }) => data === '${builtAt}' || location.reload())`
    const html = `<!doctype html><title>bun run dev</title><pre>${Bun.escapeHTML(words)}</pre><script>${script}</script>`
    return new Response(html, { status, headers: { 'content-type': 'text/html; charset=utf-8' } })
  }

  function tellAll(): void {
    for (const page of pages) tell(page)
  }

  function tell(page: ReadableStreamDefaultController<string>): void {
    try {
      page.enqueue(
        problem ? `event: problem\ndata: ${JSON.stringify(problem)}\n\n` : `event: site\ndata: ${builtAt}\n\n`,
      )
    } catch {
      pages.delete(page)
    }
  }

  async function end(): Promise<void> {
    spare?.child.kill('SIGKILL')
    current?.child.kill('SIGTERM')
    await current?.child.exited
    await database.close()
    process.exit(0)
  }
}

const reloadUnless = (build: number) => `
  const [page] = performance.getEntriesByType('navigation')
  if (page.serverTiming.find(({ name }) => name === 'build')?.description !== '${build}') location.reload()`

/** A page's loader is loaded when it is first asked for: an error of syntax would be found only then. */
async function parse(path: string): Promise<void> {
  const file = Bun.file(path)
  if (!/\.tsx?$/.test(path) || !(await file.exists())) return
  try {
    new Bun.Transpiler({ loader: path.endsWith('x') ? 'tsx' : 'ts' }).scan(await file.text())
  } catch (problem) {
    throw new Error(inWords(problem, path))
  }
}

async function untilItAnswers(site: SiteProcess): Promise<void> {
  for (const end = Date.now() + 60_000; Date.now() < end; await Bun.sleep(5)) {
    const answer = await fetch(`${site.origin}/healthz`, { signal: AbortSignal.timeout(5000) }).catch(() => null)
    if (answer?.ok) return
    if (site.child.exitCode !== null) throw new Error(site.said.trim() || 'The site could not start.')
  }
  throw new Error(`The site has not answered for a minute.\n${site.said}`)
}

async function hear(site: SiteProcess, stream: ReadableStream<Uint8Array>): Promise<void> {
  const decoder = new TextDecoder()
  for await (const part of stream) {
    const text = decoder.decode(part, { stream: true })
    site.said += text
    process.stderr.write(text)
  }
}

function inWords(problem: unknown, path?: string): string {
  const problems: unknown[] = problem instanceof AggregateError ? problem.errors : [problem]
  return problems
    .map((each) => {
      const { message, position } = each as Partial<BuildMessage>
      if (!position) return message ?? String(each)
      const file = path ?? relative(projectRoot, position.file)
      return `${file}, line ${position.line}: ${message}\n  ${position.lineText}`
    })
    .join('\n')
}

function freePort(): number {
  const server = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = server
  void server.stop(true)
  return port!
}
