import { relative } from 'node:path'
import type { BunPlugin } from 'bun'
import { projectRoot } from '#process/project-root.ts'

const rooms = /^src\/(domain|wire|ui|shell|browser|features)\//
const singles = /^src\/(pages|admin-pages|api|brand)\.ts$/

/** Files of a feature that browsers never get: what is below `server/`, and what a page's `server.ts` stands for. */
const server = /\/server\/|^src\/features\/.*\/(server|mails|queries)\.ts$/

/** Whether a file of ours, by its path from the project's folder, may be sent to browsers. */
export function isBrowserSafe(path: string): boolean {
  return !/\.test\.tsx?$/.test(path) && !server.test(path) && (rooms.test(path) || singles.test(path))
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
