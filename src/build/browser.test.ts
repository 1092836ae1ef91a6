import { expect, test } from 'bun:test'
import { readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import '#test/browser-build.ts'
import type { AssetManifest } from '#http/assets.ts'
import { pages } from '#pages.ts'
import { projectRoot } from '#process/project-root.ts'

const folder = join(projectRoot, 'dist/browser')
const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as AssetManifest
const bytesOf = (address: string) => statSync(join(folder, 'assets', `${basename(address)}.br`)).size

/** The form of about forty fields, with its look-ups. */
const mayBeLarger = ['apply', 'applyAlias']

// Modules that pages share are loaded whole: a module that is joined to another comes to pages that never asked for it.
test('no public page loads more than 100 KB of script, and the application form no more than 110', () => {
  const sizes = Object.entries(manifest.pages).map(
    ([page, chunks]) => [page, [manifest.entry, ...chunks].reduce((sum, file) => sum + bytesOf(file), 0)] as const,
  )
  const tooLarge = sizes.filter(
    ([page, bytes]) => page in pages && bytes > (mayBeLarger.includes(page) ? 110 : 100) * 1024,
  )
  expect(sizes.length).toBeGreaterThan(100)
  expect(tooLarge).toEqual([])
})
