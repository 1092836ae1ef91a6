import { expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../src/process/project-root.ts'
import { sourceFiles } from './sources.ts'
import { textsOf } from './texts.ts'

const guide = readFileSync(join(projectRoot, 'docs/words.md'), 'utf8')

/** The first column of the table below a heading of docs/words.md. */
function firstColumn(heading: string): string[] {
  const [, section = ''] = guide.split(`\n## ${heading}\n`)
  const rows = section.split('\n## ')[0]!.match(/^\| .* \|$/gm) ?? []
  return rows.slice(2).map((row) => row.split('|')[1]!.trim())
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()[\]\\]/g, '\\$&')

/** Words are divided by any blanks, and end where the next letter or digit does not belong to them. */
const patterns = firstColumn('Words that a test keeps away').map((words) => ({
  words,
  pattern: new RegExp(`(?<![\\w-])${escaped(words).replaceAll(/ +/g, '\\s+')}(?![\\w-])`, 'i'),
}))
const exceptions = new Set(firstColumn('Texts that stay as they are'))

const findingsIn = (text: string) =>
  exceptions.has(text) ? [] : patterns.filter(({ pattern }) => pattern.test(text)).map(({ words }) => words)

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
  const found = sourceFiles().flatMap((path) =>
    textsOf(path, readFileSync(join(projectRoot, path), 'utf8')).flatMap((text) =>
      findingsIn(text).map((words) => `${path}: "${words}" in "${text}"`),
    ),
  )
  expect(found).toEqual([])
})
