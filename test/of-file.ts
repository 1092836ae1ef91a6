import { afterAll } from 'bun:test'
import type { Browser } from 'playwright'
import { launchBrowser } from './browser.ts'
import { openTestDatabase, type TestDatabase } from './database.ts'
import { openTestSite, type TestSite } from './site.ts'

// What all tests of a file share: the file opens it while it loads (`const site = await siteOfFile()`), and it is closed after the last test.

export async function siteOfFile(options?: Parameters<typeof openTestSite>[0]): Promise<TestSite> {
  const site = await openTestSite(options)
  afterAll(site.close)
  return site
}

export async function databaseOfFile(): Promise<TestDatabase> {
  const database = await openTestDatabase()
  afterAll(database.close)
  return database
}

export async function browserOfFile(options?: Parameters<typeof launchBrowser>[0]): Promise<Browser> {
  const browser = await launchBrowser(options)
  afterAll(() => browser.close())
  return browser
}
