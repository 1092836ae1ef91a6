import { existsSync } from 'node:fs'
import { type Browser, chromium, type LaunchOptions } from 'playwright'

/** The whole browser first, which is what people have: the headless shell draws some controls in another size. It is a sixth quicker. */
const installed = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/snap/bin/chromium',
  '/usr/bin/chromium-headless-shell',
]

/** The Chromium to test with: CHROMIUM_PATH, the system's, or the one that Playwright has installed. */
export async function findBrowser(): Promise<string | null> {
  const candidates = [process.env.CHROMIUM_PATH, ...installed, chromium.executablePath()]
  return candidates.find((path) => path && existsSync(path)) ?? null
}

/** @param options more for Playwright: it starts the browser without its back/forward cache, for one. */
export async function launchBrowser(options: Pick<LaunchOptions, 'ignoreDefaultArgs'> = {}): Promise<Browser> {
  const executablePath = await findBrowser()
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
    ],
  })
}
