import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type BunPlugin, Glob } from 'bun'
import { projectRoot } from '../project-root.ts'

/** What most pages use: the design system and the small shared words. */
const common = [
  'src/ui/*.tsx',
  'src/domain/{figures,money,london-time,place-names}.ts',
  'src/features/register/{rules.ts,subscribe-links.tsx,entry-picture.tsx}',
  'src/brand-context.tsx',
  'src/paths.ts',
]
/** Parts of the design system that the first public pages do without. */
const uncommon = /\/(choices|decoy-field|description-list|dialog|error-summary|progress-bar|table)\.tsx$/

/**
 * Puts what pages share into one chunk. Bun makes a chunk for each set of pages that happen to share a module: thirty small
 * files for a page, which compress badly. When every page imports all that is common, the sets are one set.
 */
export const commonChunk: BunPlugin = {
  name: 'common-chunk',
  setup(build) {
    const files = common
      .flatMap((pattern) => [...new Glob(pattern).scanSync(projectRoot)])
      .filter((path) => !path.includes('.test') && !uncommon.test(path))
      .sort()
    const imports = files.map((path) => `import ${JSON.stringify(join(projectRoot, path))}`).join('\n')
    build.onLoad({ filter: /\/src\/(features|shell|browser)\/.*(-page|entry)\.tsx$/ }, ({ path }) => ({
      contents: `${readFileSync(path, 'utf8')}\n${imports}\n`,
      loader: 'tsx',
    }))
  },
}
