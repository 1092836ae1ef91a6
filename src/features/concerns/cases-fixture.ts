import type { Role } from '#domain/permissions.ts'
import { addApplication } from '#test/add-application.ts'
import { signInAdmin } from '#test/sign-in.ts'
import type { TestSite } from '#test/site.ts'

/** An accredited event with its application, straight in the database. */
export async function addEntry(site: TestSite, { title = 'Lantern Fair', email = 'ivo@lantern.example' } = {}) {
  const application = await addApplication(site.sql, {
    status: 'approved',
    organisation: { name: `${title} Ltd`, contact_name: 'Ivo Organiser', email },
    draft: { title },
  })
  const number = `BEAA-2026-${title.toUpperCase().replace(/\W/g, '').slice(0, 6).padEnd(6, 'X')}`
  const [entry] = await site.sql<{ id: string; slug: string }[]>`
    insert into register_entries (application_id, organisation_id, number, slug, status, valid_from, title, organiser,
      category, sector)
    values (${application.id}, ${application.organisationId}, ${number}, ${number.toLowerCase()}, 'active', now(), ${title},
      ${`${title} Ltd`}, 'Music & Concerts', 'entertainment') returning id, slug`
  return { applicationId: application.id, organisationId: application.organisationId, number, ...entry! }
}

/** Somebody of the admin area who is signed in: the cookie to send, and their id. */
export async function addPerson(site: TestSite, name: string, roles: [Role, ...Role[]]) {
  const credentials = { email: `${name.toLowerCase().replaceAll(' ', '.')}@desk.example`, password: 'a long password' }
  const id = await site.services.auth.setPassword({ ...credentials, name, roles })
  return { id, name, cookie: await signInAdmin(site, credentials) }
}

/** Requests as a browser without a script makes them. */
export function browserOf(site: TestSite) {
  return {
    get: (path: string, cookie = '') => fetch(site.origin + path, { headers: { cookie }, redirect: 'manual' }),
    post: (path: string, form: Record<string, string>, cookie = '') =>
      fetch(site.origin + path, {
        method: 'POST',
        redirect: 'manual',
        headers: { origin: site.origin, cookie },
        body: new URLSearchParams(form),
      }),
  }
}

/** The address of a mail's button, as a path. */
export async function linkInMail(site: TestSite, kind: string, to: string): Promise<string> {
  const [mail] = await site.sql<{ text_body: string }[]>`
    select text_body from mails where kind = ${kind} and to_email = ${to} order by id desc limit 1`
  return new RegExp(`${site.origin}(/\\S+)`).exec(mail!.text_body)![1]!
}
