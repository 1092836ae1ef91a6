import type { Page } from 'playwright'
import type { Sql } from '#database/sql.ts'

/** Path of the latest link that was mailed to an address to confirm it. */
export async function confirmationPath(sql: Sql, email: string): Promise<string> {
  const [mail] = await sql<{ text_body: string }[]>`
    select text_body from mails where kind = 'address-confirmation' and lower(to_email) = lower(${email}) order by id desc limit 1`
  const link = mail?.text_body.match(/http\S+\/confirm\/\S+/)?.[0]
  if (!link) throw new Error(`No link was mailed to ${email}.`)
  return new URL(link).pathname
}

/** Opens the link that was mailed to an address and presses its button, as whoever reads the address does. */
export async function confirmAddressInBrowser(page: Page, sql: Sql, email: string): Promise<void> {
  await page.goto(await confirmationPath(sql, email))
  await page.getByRole('button', { name: 'Confirm the address' }).click()
  await page.getByRole('heading', { level: 1, name: 'Your email address is confirmed' }).waitFor()
}
