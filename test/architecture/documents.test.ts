import { expect, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { Glob } from 'bun'
import { projectRoot } from '#process/project-root.ts'

// What documents name is there: links and their headings, files, and the commands of package.json.

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const files = [
  ...readdirSync(projectRoot, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : [])),
  ...new Glob('{.github,.ci,deploy,docs,patches,public,sql,src,test}/**').scanSync({ cwd: projectRoot, dot: true }),
]
const documents = files.filter((path) => path.endsWith('.md'))
const scripts: Record<string, string> = JSON.parse(read('package.json')).scripts

/** The address that a forge gives to a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(' ', '-')

const anchorsOf = (path: string) => [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))

/** What the reader of a document makes. */
const toBeMade = /(?:_name\.sql|compose\.override\.yaml)$/

/** A file is named from the root, or by the end of its path, such as `http/app.ts`. */
const isFile = (name: string) => toBeMade.test(name) || files.some((path) => path === name || path.endsWith(`/${name}`))

function findingsIn(path: string, text: string): string[] {
  const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, to = '']) => {
    if (/^[a-z]+:/.test(to)) return []
    const [name = '', anchor] = to.split('#')
    const target = name ? normalize(join(dirname(path), name)).replace(/\/$/, '') : path
    if (!files.some((file) => file === target || file.startsWith(`${target}/`))) return [to]
    return anchor && !anchorsOf(target).includes(anchor) ? [to] : []
  })
  const names = [...text.matchAll(/`([\w./-]+\.(?:tsx?|css|md|sql|yaml|sh|cfg|vcl|svg|patch))`/g)].flatMap(
    ([, name]) => (isFile(name!.replace(/^\.\//, '')) ? [] : [name!]),
  )
  const folders = [...text.matchAll(/`((?:src|test|docs|sql|deploy|public)\/[\w./-]*)`/g)].flatMap(([, name]) =>
    isFile(name!) || files.some((file) => file.startsWith(name!.replace(/\/?$/, '/'))) ? [] : [name!],
  )
  const commands = [...text.matchAll(/\bbun run ([\w:-]+)/g)].flatMap(([, name]) =>
    name! in scripts ? [] : [`bun run ${name}`],
  )
  const programs = [...text.matchAll(/\bbun (?:test )?(?:\.\/)?((?:src|test)\/[\w./-]+)/g)].flatMap(([, name]) =>
    files.some((file) => file === name || file.startsWith(`${name}/`)) ? [] : [name!],
  )
  return [...links, ...names, ...folders, ...commands, ...programs].map((found) => `${path}: ${found}`)
}

test('what is not there is found', () => {
  const text =
    'See [a](gone.md), [b](words.md#gone) and [c](words.md#rules); `http/gone.ts`, `src/gone/`, `bun run gone`.'
  expect(findingsIn('docs/any.md', text)).toEqual([
    'docs/any.md: gone.md',
    'docs/any.md: words.md#gone',
    'docs/any.md: http/gone.ts',
    'docs/any.md: src/gone/',
    'docs/any.md: bun run gone',
  ])
})

test('every file, heading and command that a document names is there', () => {
  expect(documents.length).toBeGreaterThan(70)
  // The change log tells of its day.
  const current = documents.filter((path) => path !== 'CHANGELOG.md')
  expect(current.flatMap((path) => findingsIn(path, read(path)))).toEqual([])
})

/** What a source or a deployment says of documents: that they are there, and have the parts that are named in quotation marks. */
function namedIn(path: string): string[] {
  const text = read(path).replaceAll(/\s*\n[\s/*#-]*/g, ' ')
  const named = [...text.matchAll(/(?:"([^"]+)" in )?\b(docs\/[\w./-]+\.md)(?:, "([^"]+)")?/g)]
  return named.flatMap(([found, before, document = '', after]) => {
    const part = before ?? after
    if (!documents.includes(document)) return [`${path}: ${found}`]
    return part && !anchorsOf(document).includes(anchorOf(part)) ? [`${path}: ${found}`] : []
  })
}

test('every document that sources and deployments name is there, with the part that they name', () => {
  const naming = files.filter((path) => /\.(?:tsx?|css|ya?ml|cfg|vcl|sh|sql)$|^Dockerfile$/.test(path))
  const named = naming.filter((path) => !path.startsWith('sql/migrations/') && !path.endsWith('documents.test.ts'))
  expect(named.flatMap(namedIn)).toEqual([])
})

test('every record of a decision is in the index, and what was merged is gone', () => {
  const names = readdirSync(join(projectRoot, 'docs/decisions')).filter((name) => name !== 'README.md')
  const [index = '', merged = ''] = read('docs/decisions/README.md').split('\n## Records that were merged\n')
  const listed = [...index.matchAll(/\]\((\d{4}[\w-]+\.md)\)/g)].map(([, name]) => name!)
  expect(listed.toSorted()).toEqual(names.toSorted())
  const gone = [...merged.matchAll(/^\| ([\d, ]+) \|/gm)].flatMap(([, numbers]) => numbers!.split(', '))
  expect(gone.length).toBeGreaterThan(40)
  expect(names.filter((name) => gone.includes(name.slice(0, 4)))).toEqual([])
})

/** Those of the five that say what to do, and what they lead to; the first pages of runbooks and releases speak for their folders. */
const parts = ['operating', 'something-is-wrong', 'upgrades', 'several-processes', 'daily-work']
const others = [
  'going-live',
  'backups',
  'kubernetes',
  'sizing',
  'scale',
  'rotating-secrets',
  'public-log',
  'webhooks',
  'credential',
]
const operatorsDocuments = [...parts, ...others, 'runbooks/README', 'releases/README'].map((name) => `docs/${name}.md`)
const blocksOf = (path: string) => [...read(path).matchAll(/^(#+) (.+)$|^ *```sh(.*)$/gm)]

test('a command that a document tells to type is typed by `bun run drill:all`, or the document says why not', () => {
  const drill = read('test/drills/all.ts')
  const untyped = operatorsDocuments.filter(
    (path) =>
      blocksOf(path).every(([, , , mark]) => mark !== ' typed') &&
      !/not run (?:by a drill|from (?:this|its|their) pages?)/.test(read(path)),
  )
  expect(untyped).toEqual([])
  const typed = operatorsDocuments.flatMap((path) => {
    let heading = ''
    return blocksOf(path).flatMap(([, , title, mark]) => {
      heading = title ?? heading
      return mark === ' typed' && !drill.includes(`'${path}', '${heading}'`) && !drill.includes(`(page, '${heading}'`)
        ? [`${path}: ${heading}`]
        : []
    })
  })
  expect(typed).toEqual([])
})

test('what an operator reads at 23:00 is short', () => {
  const words = (name: string) => read(`docs/${name}.md`).split(/\s+/).filter(Boolean).length
  expect(words('going-live')).toBeLessThanOrEqual(1200)
  expect(parts.reduce((sum, name) => sum + words(name), 0)).toBeLessThanOrEqual(4000)
})
