import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { icons as lucide } from '@iconify-json/lucide'
import { createGenerator } from '@unocss/core'
import { Glob } from 'bun'
import type { PageEntry } from '#pages.ts'
import { projectRoot } from '#process/project-root.ts'
import unoConfig from '../../uno.config.ts'
import { importedFile } from './imported-file.ts'

type FontFile = { file: string; path: string; preload: boolean }

/** Each comes in two files: browsers load the second for letters that are not in the first. */
const faces = [
  { family: 'Baskervville', source: '@fontsource/baskervville', name: 'baskervville', cut: '500', weight: '400 700' },
  {
    family: 'Source Sans 3 Variable',
    source: '@fontsource-variable/source-sans-3',
    name: 'source-sans-3',
    cut: 'wght',
    weight: '200 900',
  },
]

/** Shorter than Google Fonts' range for its second file: a letter in a gap loads the second file needlessly. */
const extended = 'U+100-2FF,U+304-329,U+1D00-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF'

export const iconFile = 'icons.svg'

/** A page has one of two: the visitors' has only what their pages name (decision 0050). @throws for invalid CSS or a missing font or icon. */
export async function buildStyles(options: {
  root: string
  fontUrl: (file: string) => string
}): Promise<{ css: string; adminCss: string; fonts: FontFile[]; icons: string }> {
  const { root, fontUrl } = options
  const fonts = await listFonts(root)
  const { visitors, all } = await wordsOf(root)
  const icons = [...all].filter((word) => iconPattern.test(word)).sort()
  const sheet = async (words: Set<string>, ...files: string[]) =>
    await minify(
      [
        ...fonts.map(({ file, face }) => face(fontUrl(file))),
        withoutScales(await Bun.file(join(root, 'src/ui/tokens.css')).text()),
        ...(await Promise.all(files.map((file) => Bun.file(join(root, 'src/ui', file)).text()))),
        `:root{--icons:url(${fontUrl(iconFile)})}`,
        ...icons.flatMap((icon, index) => (words.has(icon) ? `.${icon}{--at:${index}}` : [])),
        (await generator.generate(words, { preflights: false })).css,
      ].join('\n'),
    )
  return {
    css: await sheet(visitors, 'base.css', 'components.css'),
    adminCss: await sheet(all, 'base.css', 'components.css', 'admin.css'),
    fonts,
    icons: drawIcons(icons),
  }
}

async function listFonts(root: string): Promise<(FontFile & { face: (url: string) => string })[]> {
  const fonts = faces.flatMap(({ family, source, name, cut, weight }) =>
    ['latin', 'latin-ext'].map((range) => {
      const file = `${name}-${range}-${cut}-normal.woff2`
      const path = join(root, 'node_modules', source, 'files', file)
      const letters = range === 'latin' ? '' : `;unicode-range:${extended}`
      const face = (url: string) =>
        `@font-face{font-family:"${family}";font-weight:${weight};font-display:optional;src:url("${url}")${letters}}`
      return { file, path, preload: range === 'latin', face }
    }),
  )
  for (const { path } of fonts) {
    if (!(await Bun.file(path).exists())) throw new Error(`The font file ${path} is not installed.`)
  }
  return fonts
}

/** Puts raw colours where meanings name them, so that browsers get no scales. */
function withoutScales(tokens: string): string {
  const scales = new Map<string, string>()
  const meanings = tokens.replaceAll(/--([a-z]+-\d+): (#[\da-f]+);/g, (_, name: string, colour: string) => {
    scales.set(name, colour)
    return ''
  })
  return meanings.replaceAll(/var\(--([a-z]+-\d+)\)/g, (_, name: string) => {
    const colour = scales.get(name)
    if (!colour) throw new Error(`There is no colour ${name} in the scales of tokens.css.`)
    return colour
  })
}

const generator = await createGenerator(unoConfig)
const iconPattern = /^i-[a-z][a-z\d-]*$/

async function wordsOf(root: string): Promise<{ visitors: Set<string>; all: Set<string> }> {
  const visitors = new Set<string>()
  const admins = new Set<string>()
  const ofAdmin = await adminFiles(root)
  for (const file of (await Array.fromAsync(new Glob('src/**/*.tsx').scan({ cwd: root }))).sort()) {
    if (file.endsWith('.test.tsx')) continue
    const words = ofAdmin.has(file) ? admins : visitors
    for (const word of await wordsIn(join(root, file))) words.add(word)
  }
  return { visitors, all: visitors.union(admins) }
}

const wordsIn = perFile((text, path) => generator.applyExtractors(text, path, new Set<string>()))

/** Icons of Lucide in one picture, each followed by a space of its own width. `.icon` (ui/components.css) shows one of them. */
function drawIcons(classes: string[]): string {
  const drawn = classes.map((icon, index) => {
    const name = icon.slice(2)
    const found = lucide.icons[lucide.aliases?.[name]?.parent ?? name]
    if (!found) throw new Error(`Lucide has no icon ${name}.`)
    const lines = found.body.replaceAll(
      / (?:fill="none"|stroke="currentColor"|stroke-(?:linecap|linejoin)="round"|stroke-width="2")/g,
      '',
    )
    return `<g transform="translate(${index * 48})">${lines}</g>`
  })
  const width = classes.length * 48
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="24" viewBox="0 0 ${width} 24" fill="none" stroke="#000" stroke-linecap="round" stroke-linejoin="round" stroke-width="2">${drawn.join('')}</svg>`
}

// The bundler's parser also lowers light-dark() and adds prefixes. Addresses in url() are public ones, not files.
async function minify(source: string): Promise<string> {
  const entry = '/styles.css'
  const result = await Bun.build({
    entrypoints: [entry],
    files: { [entry]: source },
    minify: true,
    target: 'browser',
    plugins: [
      {
        name: 'keep-addresses',
        setup(build) {
          build.onResolve({ filter: /^(?!\/styles\.css$)/ }, ({ path }) => ({ path, external: true }))
        },
      },
    ],
  })
  return result.outputs[0]!.text()
}

/** Keeps what `work` makes of a file until the file changes: `bun run dev` builds many times in one process. */
function perFile<T>(work: (text: string, path: string) => T | Promise<T>): (path: string) => Promise<T> {
  const kept = new Map<string, { changedAt: number; made: T }>()
  return async (path) => {
    const { mtimeMs } = await stat(path)
    const known = kept.get(path)
    if (known?.changedAt === mtimeMs) return known.made
    const made = await work(await Bun.file(path).text(), path)
    kept.set(path, { changedAt: mtimeMs, made })
    return made
  }
}

const tableFile = 'src/admin-pages.ts'
const modulesFile = 'src/shell/page-modules.ts'
const frameFile = 'src/shell/admin-frame.tsx'
const refusedFile = 'src/shell/refused-page.tsx'
const entryFile = 'src/browser/entry.tsx'

/** Components that no page of a visitor imports, as paths below `root`, the folder of package.json. */
async function adminFiles(root: string): Promise<Set<string>> {
  const imports = async (file: string) =>
    (await importedBy(join(root, file))).map((imported) => relative(root, imported))
  const first = [...(await pageFiles(root)), frameFile, refusedFile]
  const visitors = await reach(entryFile, imports, new Set(first))
  const found = new Set<string>()
  for (const file of first) await reach(file, imports, visitors, found)
  return found
}

async function pageFiles(root: string): Promise<string[]> {
  const path = join(root, tableFile)
  // A module is loaded once under each name: with its time of change, `bun run dev` shows a new page at once.
  const { adminPages: table }: { adminPages: Record<string, PageEntry> } = await import(
    `${path}?${statSync(path).mtimeMs}`
  )
  const source = await Bun.file(join(root, modulesFile)).text()
  const modules = [...source.matchAll(/^ {2}(\w+): \(\) => import\('([^']+)'\)/gm)]
  return modules
    .filter(([, page]) => (table[page!]?.permission ?? 'anyone') !== 'anyone')
    .map(([, , path]) => importedFile('', modulesFile, path!)!)
}

/** Every file that one leads to, itself included, except `shut` and what only they lead to. */
async function reach(
  file: string,
  imports: (file: string) => Promise<string[]>,
  shut: ReadonlySet<string>,
  found = new Set<string>(),
): Promise<Set<string>> {
  if (found.has(file) || shut.has(file)) return found
  found.add(file)
  for (const next of await imports(file)) await reach(next, imports, shut, found)
  return found
}

// A generic function of a .ts file would be read as an element.
const transpilers = { ts: new Bun.Transpiler({ loader: 'ts' }), tsx: new Bun.Transpiler({ loader: 'tsx' }) }

const importedBy = perFile((text, path) =>
  transpilers[path.endsWith('x') ? 'tsx' : 'ts']
    .scanImports(text)
    .flatMap((found) => importedFile(projectRoot, path, found.path) ?? [])
    .filter((found) => /\.tsx?$/.test(found)),
)
