import { companyAddress } from '#domain/company-number.ts'
import { pageTags } from '#domain/page-tags.ts'
import { isAccredited, type RegisterStatus, registerStatusNames } from '#domain/register-status.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import { readCursor } from '#features/register/server/filters.ts'
import { breadcrumbJsonLd } from '#features/register/server/json-ld.ts'
import { href, withQuery } from '#pages.ts'
import { keptHandler } from '#requests/page-loader.ts'
import { organiserAddress, organiserId } from '#wire/organiser-address.ts'
import type { OrganiserData, OrganiserEntry } from '../organiser-page.tsx'
import { findOrganiser, listOfOrganiser, type OrganiserEntryRow } from './queries.ts'

const pageSize = 50

/** An organiser's page. The number at the end of its address finds it; an address with a former name leads to the present one. */
export const organiser = keptHandler<OrganiserData>({
  load: async ({ params, query, services: { sql, env } }) => {
    const id = organiserId(params.organiser ?? '')
    const [found] = id === null ? [] : await findOrganiser(sql, { id })
    if (!found) return { kind: 'not-found' }
    const cursor = readCursor(query.get('cursor') ?? '')
    const address = organiserAddress(found)
    const here = withQuery(address, { cursor: cursor && query.get('cursor') })
    if (!address.endsWith(`/${params.organiser}`)) return { kind: 'redirect', to: here, status: 301 }
    const rows = await listOfOrganiser(sql, { id: found.id, after: cursor })
    const entries = rows.slice(0, pageSize)
    const last = rows.length > pageSize ? entries.at(-1)! : null
    const { name } = found
    const companyNumber = found.company_no
    const website = found.sites.length === 1 ? found.sites[0]! : null
    return {
      kind: 'page',
      tags: [pageTags.registerOrganiser(found.id)],
      data: {
        name,
        address,
        follow: href('follow', { organiser: found.id }),
        isFirst: cursor === null,
        // A page that may be a private person's is left out of search engines.
        isIndexed: !found.is_personal && cursor === null,
        companyNumber,
        website,
        standing: standingOf(found.entries),
        notes: found.notes,
        entries: entries.map(entryOf),
        next: last && withQuery(address, { cursor: `0.${last.sort_on}.${last.id}` }),
        isDemonstration: found.is_demo,
        jsonLd: [
          organiserJsonLd({ name, address, companyNumber, website }, env.publicUrl),
          breadcrumbJsonLd({ title: name, path: address }, env.publicUrl),
        ],
      },
    }
  },
})

/** The statuses that there are, in their order. */
function standingOf(entries: Partial<Record<RegisterStatus, number>>): OrganiserData['standing'] {
  return registerStatusNames.flatMap((status) => (entries[status] ? [[status, entries[status]]] : []))
}

function entryOf(row: OrganiserEntryRow): OrganiserEntry {
  const { slug, number, title, status, assurance, valid_until: validUntil } = row
  const stands = isAccredited(status) || status === 'listed'
  return {
    slug,
    number,
    title,
    when: dateAndTime({ date: row.date, isPrivate: row.is_private }),
    where: place(row.venue, row.city),
    status,
    assurance,
    reason: isAccredited(status) ? null : row.status_reason,
    since: stands ? null : (row.ended_at ?? validUntil),
    validUntil: stands ? validUntil : null,
    notes: row.notes.map((note) => ({ ...note, at: new Date(note.at).toISOString() })),
  }
}

/**
 * An organiser as a schema.org Organization (https://schema.org/Organization).
 *
 * @param address path of its page. @param publicUrl origin of the site, for absolute addresses.
 */
function organiserJsonLd(
  organiser: { name: string; address: string; companyNumber: string | null; website: string | null },
  publicUrl: string,
): Record<string, unknown> {
  const { name, address, companyNumber, website } = organiser
  const sameAs = [website, companyNumber && companyAddress(companyNumber)].filter(Boolean)
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    name,
    url: publicUrl + address,
    ...(sameAs.length > 0 ? { sameAs } : {}),
    ...(companyNumber
      ? { identifier: { '@type': 'PropertyValue', propertyID: 'Companies House', value: companyNumber } }
      : {}),
  }
}
