import { expect, setDefaultTimeout, test } from 'bun:test'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'
import { sourceFiles } from './sources.ts'
import { namesOf, textsOf } from './texts.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')
const guide = read('docs/words.md')

/** The rows of the table below a heading of docs/words.md, by their columns. */
function rowsBelow(heading: string): string[][] {
  const [, section = ''] = guide.split(`\n## ${heading}\n`)
  const rows = section.split('\n## ')[0]!.match(/^\| .* \|$/gm) ?? []
  return rows.slice(2).map((row) =>
    row
      .split('|')
      .map((cell) => cell.trim())
      .slice(1),
  )
}
const firstColumn = (heading: string) => rowsBelow(heading).map(([words]) => words!)

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()[\]\\]/g, '\\$&')

/** Words are divided by any blanks, and end where the next letter or digit does not belong to them. */
const patterns = firstColumn('Words that a test keeps away').map((words) => ({
  words,
  pattern: new RegExp(`(?<![\\w-])${escaped(words).replaceAll(/ +/g, '\\s+')}(?![\\w-])`, 'i'),
}))
const exceptions = new Set(firstColumn('Texts that stay as they are'))

const findingsIn = (text: string) =>
  exceptions.has(text) ? [] : patterns.filter(({ pattern }) => pattern.test(text)).map(({ words }) => words)

const findingsOf = (path: string, texts: string[]) =>
  texts.flatMap((text) => findingsIn(text).map((words) => `${path}: "${words}" in "${text}"`))

setDefaultTimeout(60_000)

test('the table of words is read, and finds what it names', () => {
  expect(patterns.length).toBeGreaterThan(20)
  expect(findingsIn('Your event Stands in the register.')).toEqual(['stands'])
  expect(findingsIn('this browser has let\n go of it')).toEqual(['let go of'])
  expect(findingsIn('Marketing, the market, understands, standing')).toEqual([])
})

test('a text is found wherever a person may read it, and nothing else is taken for one', () => {
  const source = `
    import { stands } from './it-stands.ts' // it stands
    type State = 'stands' | 'lapsed'
    const row = sql\`select stands, 'it stands' as text from stands\`
    export const Page = ({ stands }: { stands: string }) => (
      <p className="it stands" title="says that it stands">
        For as long {stands} as it
        stands. {\`It \${stands} stands\`} {stands === 'stands' ? 'It stands here' : null}
      </p>
    )`
  expect(textsOf('page.tsx', source).filter((text) => /stands/.test(text))).toEqual([
    'it stands',
    'says that it stands',
    'as it stands.',
    'It … stands',
    'It stands here',
  ])
})

test('no text of the site holds a word that docs/words.md keeps away', () => {
  const found = sourceFiles().flatMap((path) => findingsOf(path, textsOf(path, read(path))))
  expect(found).toEqual([])
})

/** Documents for operators, developers and readers; docs/words.md names the words. */
const documents = [
  ...['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'],
  ...['docs', 'docs/decisions', 'docs/runbooks'].flatMap((folder) =>
    readdirSync(join(projectRoot, folder)).map((name) => `${folder}/${name}`),
  ),
].filter((path) => path.endsWith('.md') && path !== 'docs/words.md')

/** The paragraphs of a document, without code and without addresses. */
function paragraphsOf(text: string): string[] {
  const prose = text.replaceAll(/```[\s\S]*?```|`[^`\n]*`|\]\([^)\s]*\)/g, '…')
  return prose.split(/\n\s*\n|\n(?=[|*#-] ?)/).map((paragraph) => paragraph.replaceAll(/\s+/g, ' ').trim())
}

/** What a migration quotes, in SQL or JSON: seeds that people read are among it. */
function quotedIn(sql: string): string[] {
  const matches = sql.replaceAll(/--.*/g, '').matchAll(/'([^'\n]*)'|"([^"\n]*)"/g)
  return [...matches].map(([, text = '', json = '']) => text || json).filter((text) => text.includes(' '))
}

test('a document is read without its code, and a seed as it is quoted', () => {
  const document = 'It `stands`\nso (see [here](stands.md)).\n\n```sh\nit stands\n```\n- It still\n  stands.'
  expect(paragraphsOf(document).filter((text) => findingsIn(text).length > 0)).toEqual(['- It still stands.'])
  expect(
    quotedIn(`values ('It stands.', 'x') -- it's "what stands here"\n, $a$ {"name": "organiser's mark"} $a$`),
  ).toEqual(['It stands.', "organiser's mark"])
})

test('no document and no seed holds one either', () => {
  const migrations = readdirSync(join(projectRoot, 'sql/migrations')).map((name) => `sql/migrations/${name}`)
  expect(documents.length).toBeGreaterThan(20)
  expect([
    ...documents.flatMap((path) => findingsOf(path, paragraphsOf(read(path)))),
    ...migrations.flatMap((path) => findingsOf(path, quotedIn(read(path)))),
  ]).toEqual([])
})

const coined = rowsBelow('Names and comments').flatMap(([words, , places]) =>
  words!
    .replaceAll(/ \(.*?\)/g, '')
    .split(', ')
    .map((word) => ({ word, places: places!, pattern: new RegExp(`(?<![\\w-])${word}s?(?![\\w-])`, 'i') })),
)
const comment = /^[ \t]*\{?(?:\/\*[\s\S]*?\*\/|\/\/.*)/gm

/** Names that stand in databases and queues, or that operators type: they stay as they are. */
const namesOfOthers = new Set([
  // A column of `assessment_criteria` and of `money_movements`.
  'toldAt',
  // Columns of `appeals`, whose state `being-heard` is stored, too: an appeal is heard, in every authority.
  'heardBy',
  'heardByName',
  'being-heard',
  // A stored step of a case.
  'taken-up',
  // A job that an earlier release may have queued.
  'work-off-payment-event',
  // A command that operators of earlier releases run.
  'reseal',
])

/** What the names and comments of a source file hold that docs/words.md keeps away. */
function coinedIn(path: string, source: string): string[] {
  const comments = source.match(comment)?.map((text) => text.replaceAll(/\s*\n\s*\*?\s*/g, ' ')) ?? []
  const code = source.replaceAll(comment, '')
  const names = [path.split('/').at(-1)!.split('.')[0]!, ...namesOf(path, source)].filter(
    (name) => !namesOfOthers.has(name),
  )
  const words = names.map((name) => name.replaceAll(/([a-z\d])([A-Z])/g, '$1 $2').replaceAll(/[-_]/g, ' '))
  const types = [...code.matchAll(/^(?:export )?type ([A-Z][a-z]+)\b/gm)].map(([, name]) => name!)
  return coined.flatMap(({ word, places, pattern }) => {
    if (places === 'types') return types.filter((name) => name === word)
    const texts = [...(places.includes('names') ? words : []), ...(places.includes('comments') ? comments : [])]
    return texts.filter((text) => pattern.test(text)).map((text) => `"${word}" in "${text.slice(0, 100)}"`)
  })
}

test('a coined word is found in names, comments and types', () => {
  const source = [
    '// Whoever is at the door.',
    "const deskState = 'it stands'",
    'type Found = { whoever: string; toldOn?: string }',
    'const { late: roomsLeft } = { "let-through": toldAt, "Heard by": x }',
    'export type Asked = string',
    '/** They stand\n * anew. */',
  ]
  expect(coinedIn('src/x/told-event.ts', source.join('\n')).map((text) => text.split(' in ')[0])).toEqual([
    '"told"',
    '"told"',
    '"let through"',
    '"desk"',
    '"door"',
    '"room"',
    '"anew"',
    '"whoever"',
    'Found',
    'Asked',
  ])
})

test('no name and no comment of the sources holds a coined word', () => {
  expect(sourceFiles().flatMap((path) => coinedIn(path, read(path)).map((text) => `${path}: ${text}`))).toEqual([])
})
