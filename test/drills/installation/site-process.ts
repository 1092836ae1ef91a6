import { mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { Subprocess } from 'bun'
import { answers } from '../start-balancer.ts'

export type SiteProcess = {
  /** Starts it from a folder with a built project, and waits until it is ready. */
  start: (folder: string) => Promise<void>
  /** Ends it as a crash does, and starts it again. @param awayMs how long it is away. */
  kill: (awayMs: number) => Promise<void>
  /** Ends it in good order and starts it from another folder, as a new image does. */
  replace: (folder: string) => Promise<void>
  end: () => Promise<void>
}

type Options = { name: string; port: number; logs: string; settings: Record<string, string> }

/**
 * One process of a site; started again when it ends by itself, as the compose file has it. What it says goes to a file in `logs`.
 *
 * @param settings its environment.
 */
export function siteProcess({ name, port, logs, settings }: Options): SiteProcess {
  const data = join(logs, name)
  mkdirSync(data)
  const said = openSync(`${data}.log`, 'a')
  let running: Subprocess | undefined
  let from = ''
  return {
    start,
    kill: async (awayMs) => {
      await end()
      await Bun.sleep(awayMs)
      await start(from)
    },
    replace: async (folder) => {
      const child = running!
      running = undefined
      child.kill('SIGTERM')
      if ((await child.exited) !== 0) throw new Error(`${name} did not end in good order.`)
      await start(folder)
    },
    end,
  }

  async function start(folder: string): Promise<void> {
    from = folder
    const child = Bun.spawn(['bun', join(folder, 'dist/server/main.js')], {
      cwd: folder,
      env: { PATH: process.env.PATH ?? '', PORT: String(port), DATA_FOLDER: data, ...settings },
      stdout: said,
      stderr: said,
    })
    running = child
    void child.exited.then(() => startAgain(child))
    await answers(`http://127.0.0.1:${port}/readyz`)
  }

  async function startAgain(ended: Subprocess): Promise<void> {
    if (running !== ended) return
    console.info(`${name} ended by itself and is started again.`)
    await Bun.sleep(500)
    if (running === ended) await start(from).catch((problem) => console.error(problem))
  }

  async function end(): Promise<void> {
    const child = running
    running = undefined
    child?.kill('SIGKILL')
    await child?.exited
  }
}
