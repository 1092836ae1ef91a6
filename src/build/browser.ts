import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { BuildMetafile, BunPlugin } from 'bun'
import type { AssetManifest } from '#http/assets.ts'
import { projectRoot } from '#process/project-root.ts'
import { pageModules, type ShownPageId } from '#shell/page-modules.ts'
import { browserBoundary } from './browser-boundary.ts'
import { buildStyles, iconFile } from './styles.ts'

export type BuildOptions = { dev?: boolean }

/** Hashed, minified and precompressed, with a manifest for the server. */
export async function buildBrowser(outFolder: string, { dev = false }: BuildOptions = {}): Promise<void> {
  const assetFolder = join(outFolder, 'assets')
  mkdirSync(assetFolder, { recursive: true })
  const building = Bun.build({
    entrypoints: [join(projectRoot, dev ? 'src/browser/dev-entry.ts' : 'src/browser/entry.tsx')],
    outdir: assetFolder,
    target: 'browser',
    format: 'esm',
    splitting: true,
    minChunkSize: 16_384,
    // The server names the first page's chunks. With preloads every page would load the names of all chunks: 2.3 KB, against one round trip for a
    // page's own small parts.
    modulePreload: false,
    minify: !dev,
    metafile: true,
    define: { 'process.env.NODE_ENV': dev ? '"development"' : '"production"' },
    // The entry holds the name of every page's chunk: hashes alone save half a kilobyte.
    naming: { entry: '[name]-[hash].[ext]', chunk: '[hash].[ext]' },
    plugins: [browserBoundary, withoutFormDevtools],
  })
  const styling = buildStyles({ root: projectRoot, fontUrl: (file) => `/assets/${file}` })
  const [built, { css, adminCss, fonts, icons }] = await Promise.all([building, styling])
  const files = built.outputs.map((output) => basename(output.path))

  const names: [address: string, name: string][] = []
  const fontNames = new Map<string, string>()
  for (const font of fonts) {
    const name = font.file.replace(/\.woff2$/, `-${hash(readFileSync(font.path))}.woff2`)
    names.push([`/assets/${font.file}`, `/assets/${name}`])
    cpSync(font.path, join(assetFolder, name))
    fontNames.set(font.file, name)
  }
  const iconsName = `icons-${hash(icons)}.svg`
  names.push([`/assets/${iconFile}`, `/assets/${iconsName}`])
  writeFileSync(join(assetFolder, iconsName), icons)
  const [styles, adminStyles] = [css, adminCss].map((plain) => {
    const sheet = names.reduce((text, [address, name]) => text.replaceAll(address, name), plain)
    const name = `styles-${hash(sheet)}.css`
    writeFileSync(join(assetFolder, name), sheet)
    return name
  }) as [string, string]

  for (const file of dev ? [] : [...files, styles, adminStyles, iconsName]) {
    const path = join(assetFolder, file)
    const bytes = readFileSync(path)
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }))
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
  const manifest: AssetManifest = {
    entry: `/assets/${basename(built.outputs.find((output) => output.kind === 'entry-point')!.path)}`,
    styles: `/assets/${styles}`,
    adminStyles: `/assets/${adminStyles}`,
    fonts: fonts.filter((font) => font.preload).map((font) => `/assets/${fontNames.get(font.file)}`),
    pages: dev ? {} : await chunksByPage(built.metafile!),
  }
  const manifestFile = join(outFolder, 'manifest.json')
  writeFileSync(manifestFile, JSON.stringify(manifest, null, 2))
  // Older than every source, so that tests and production build again.
  if (dev) utimesSync(manifestFile, 0, 0)
}

async function chunksByPage(metafile: BuildMetafile): Promise<Record<ShownPageId, string[]>> {
  const outputs = Object.entries(metafile.outputs)
  const chunkOf = new Map<unknown, string>()
  for (const [file, { entryPoint }] of outputs) {
    if (entryPoint?.endsWith('-page.tsx')) chunkOf.set(await import(join(projectRoot, entryPoint)), file)
  }
  const result: Partial<Record<ShownPageId, string[]>> = {}
  const atOnce = withImports(outputs.find(([name]) => basename(name).startsWith('entry-'))![0])
  for (const [page, load] of Object.entries(pageModules) as [ShownPageId, () => Promise<unknown>][]) {
    const chunk = chunkOf.get(await load())
    if (!chunk) throw new Error(`The page ${page} has no chunk: its module is a file called …-page.tsx.`)
    result[page] = [...withImports(chunk)]
      .filter((file) => !atOnce.has(file))
      .map((file) => `/assets/${basename(file)}`)
  }
  return result as Record<ShownPageId, string[]>

  function withImports(file: string, seen = new Set<string>()): Set<string> {
    const normal = `./${basename(file)}`
    if (seen.has(normal)) return seen
    seen.add(normal)
    const output = outputs.find(([name]) => basename(name) === basename(file))?.[1]
    for (const used of output?.imports ?? []) if (used.kind === 'import-statement') withImports(used.path, seen)
    return seen
  }
}

function hash(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 10)
}

/** Other scripts of the page must not hear what an applicant types: the form library announces each change with the whole form to developer tools. */
const withoutFormDevtools: BunPlugin = {
  name: 'without-form-devtools',
  setup(build) {
    build.onLoad({ filter: /@tanstack[\\/]devtools-event-client[\\/].*\.js$/ }, () => ({
      contents: 'export class EventClient { on() { return () => {} } emit() {} }',
      loader: 'js',
    }))
  },
}
