import { codeAt } from '../src/providers/auth/second-factor-codes.ts'
import type { TestSite } from './site.ts'

/** What a form of the second factor's page carries, read from its HTML: the secret that an app is set up with, and its encrypt. */
export function readOffer(html: string): { secret: string; encrypted: string } {
  const secret = /data-testid="secret">([A-Z2-7 ]+)</.exec(html)?.[1]?.replaceAll(' ', '')
  const encrypted = /name="encrypted" value="([^"]+)"/.exec(html)?.[1]
  if (!secret || !encrypted) throw new Error('The page offers no secret.')
  return { secret, encrypted }
}

/** The recovery codes that a page shows. */
export function readCodes(html: string): string[] {
  return [...html.matchAll(/>([0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{4})</g)].map((match) => match[1]!)
}

/** The cookies of an answer on top of those that were sent, as the `cookie` header to send next. */
export function cookiesAfter(cookie: string, response: Response): string {
  const jar = new Map(cookie.split('; ').filter(Boolean).map(split))
  for (const line of response.headers.getSetCookie()) {
    const [name, value] = split(line.split(';')[0]!)
    if (line.includes('Max-Age=0')) jar.delete(name)
    else jar.set(name, value)
  }
  return [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
}

/**
 * Sets up a second factor over HTTP for whoever these cookies sign in, or half sign in.
 *
 * @param password asked of those who are signed in already. @returns what they have then.
 */
export async function enrolOverHttp(
  site: Pick<TestSite, 'origin'>,
  cookie: string,
  now: Date,
  password = '',
): Promise<{ cookie: string; secret: string; codes: string[] }> {
  const address = `${site.origin}/admin/second-factor`
  const { secret, encrypted } = readOffer(
    await (await fetch(address, { headers: { cookie }, redirect: 'manual' })).text(),
  )
  const response = await fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.origin, cookie },
    body: new URLSearchParams({ intent: 'enrol', encrypted, code: codeAt(secret, now), current_password: password }),
  })
  if (response.status !== 200) throw new Error(`Enrolment was answered with ${response.status}.`)
  return { cookie: cookiesAfter(cookie, response), secret, codes: readCodes(await response.text()) }
}

function split(pair: string): [string, string] {
  const at = pair.indexOf('=')
  return [pair.slice(0, at), pair.slice(at + 1)]
}
