import type { TestSite } from './site.ts'

/** Signs the site's first admin in over HTTP, as the form without a script does. @returns the `cookie` header to send. */
export async function signInAdmin(site: TestSite, credentials = site.admin): Promise<string> {
  const response = await fetch(`${site.origin}/admin/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: site.origin },
    body: new URLSearchParams(credentials),
  })
  if (response.status !== 303) throw new Error(`Sign-in was answered with ${response.status}.`)
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
