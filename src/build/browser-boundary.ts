import { relative } from 'node:path'
import type { BunPlugin } from 'bun'
import { projectRoot } from '../project-root.ts'

const rooms = /^src\/(domain|wire|ui|shell|browser)\//
const singles = /^src\/(paths|desk-paths|api-paths|brand)\.ts$|^src\/brand-context\.tsx$/
const inFeatures = /^src\/features\/[^/]+\/([^/]+\.tsx|schema\.ts|rules\.ts|content\.ts|state\.ts|use-[^/]+\.ts)$/

/** Whether a file of ours, by its path from the project's folder, may be sent to browsers. */
export function isBrowserSafe(path: string): boolean {
  return !/\.test\.tsx?$/.test(path) && (rooms.test(path) || singles.test(path) || inFeatures.test(path))
}

/** Refuses to bundle server code for the browser. */
export const browserBoundary: BunPlugin = {
  name: 'browser-boundary',
  setup(build) {
    build.onLoad({ filter: /\.tsx?$/ }, (file) => {
      const path = relative(projectRoot, file.path)
      if (path.startsWith('src/') && !isBrowserSafe(path)) {
        throw new Error(`${path} is server code: it must not reach the browser.`)
      }
      return undefined
    })
  },
}
