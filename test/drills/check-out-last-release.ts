import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { $ } from 'bun'
import { lastRelease } from '#database/last-release.ts'
import { projectRoot } from '#process/project-root.ts'

const page = readFileSync(join(projectRoot, `docs/releases/${lastRelease.version}.md`), 'utf8')

/** The commit that the page of the last release names. */
export const lastReleaseCommit = /Commit: `([0-9a-f]{40})`/.exec(page)![1]!

/** Puts the last release into an empty folder, with its packages, and builds it. */
export async function checkOutLastRelease(folder: string): Promise<void> {
  await $`git worktree add --detach --force ${folder} ${lastReleaseCommit}`.cwd(projectRoot).quiet()
  await $`bun install --frozen-lockfile`.cwd(folder).quiet()
  await $`bun src/build/build.ts`.cwd(folder).quiet()
}

export async function removeLastRelease(folder: string): Promise<void> {
  await $`git worktree remove --force ${folder}`.cwd(projectRoot).quiet().nothrow()
  rmSync(folder, { recursive: true, force: true })
}
