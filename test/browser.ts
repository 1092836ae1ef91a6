import { existsSync } from 'node:fs'
import { type Browser, chromium, type LaunchOptions } from 'playwright'

/** The headless shell takes half of the processor's time; the whole browser is what people have, and draws some controls in another size. */
const shell = ['/usr/bin/chromium-headless-shell']
const whole = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium']

type Choice = { looks?: boolean }

/**
 * The Chromium to test with: CHROMIUM_PATH, the system's, or the one that Playwright has installed.
 * @param choice.looks for tests of what a page looks like: the whole browser where there is one, otherwise the headless shell where there is one.
 */
export async function findBrowser({ looks = false }: Choice = {}): Promise<string | null> {
  const installed = looks ? [...whole, ...shell] : [...shell, ...whole]
  const candidates = [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()]
  return candidates.find((path) => path && existsSync(path)) ?? null
}

/** @param options more for Playwright: it starts the browser without its back/forward cache, for one. */
export async function launchBrowser({
  looks = false,
  ...options
}: Choice & Pick<LaunchOptions, 'ignoreDefaultArgs'> = {}): Promise<Browser> {
  const executablePath = await findBrowser({ looks })
  if (!executablePath) throw new Error('No Chromium was found: install it, or set CHROMIUM_PATH.')
  return await chromium.launch({
    ...options,
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--no-first-run',
      // No process that waits for the next page, and none that draws: a visit takes a fifth less of the processor's time.
      '--renderer-process-limit=1',
      '--in-process-gpu',
    ],
  })
}
