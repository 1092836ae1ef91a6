import { relative } from 'node:path'
import type { BunPlugin } from 'bun'
import { projectRoot } from '#process/project-root.ts'

const rooms = /^src\/(domain|wire|ui|shell|browser|features)\//
const singles = /^src\/(pages|admin-pages|api|brand)\.ts$/

/** Whether a file of ours, by its path from the project's folder, may be sent to browsers: in a feature, all that is not below `server/`. */
export function isBrowserSafe(path: string): boolean {
  return !/\.test\.tsx?$|\/server\//.test(path) && (rooms.test(path) || singles.test(path))
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
