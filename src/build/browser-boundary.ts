import { relative } from 'node:path'
import type { BunPlugin } from 'bun'
import { projectRoot } from '#process/project-root.ts'

const folders = /^src\/(domain|wire|ui|shell|browser|features)\//
const singles = /^src\/(pages|admin-pages|api|brand)\.ts$/

const server = /\/server\/|^src\/features\/.*\/(server|mails|queries)\.ts$/

export function isBrowserSafe(path: string): boolean {
  return !/\.test\.tsx?$/.test(path) && !server.test(path) && (folders.test(path) || singles.test(path))
}

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
