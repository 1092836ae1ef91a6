import type { SqlRunner } from '#database/sql.ts'
import { companyAddress } from '#domain/company.ts'
import type { Instant } from '#domain/formats.ts'
import { pageTags } from '#domain/page-tags.ts'
import { type RegisterStatus, registerStatusNames } from '#domain/register-status.ts'
import { readCursor } from '#features/register/server/filters.ts'
import { breadcrumbJsonLd, certificationJsonLd } from '#features/register/server/json-ld.ts'
import type { EntryRow } from '#features/register/server/queries.ts'
import { notFound, page, redirect } from '#page/page.ts'
import { withQuery } from '#pages.ts'
import { organiserAddress, organiserId } from '#wire/organiser-address.ts'

const pageSize = 50

type OrganiserRow = {
  id: number
  name: string
  /** Without a company number the applicant may be a private person. */
  isPersonal: boolean
  /** As Companies House confirmed it. */
  companyNumber: string | null
  /** At most two. */
  sites: string[]
  entries: Partial<Record<RegisterStatus, number>>
  notes: number
  isDemonstration: boolean
}

export const findOrganiser = (sql: SqlRunner, { id }: { id: number }) => sql<OrganiserRow[]>`
  select o.id, o.name, o.key like 'organisation %' as "isPersonal",
    (select substring(o.key from '^company (.*)') from register_entries as e join applications as a on a.id = e.application_id
     where e.organiser_id = o.id and a.company_check ->> 'state' = 'confirmed' limit 1) as "companyNumber",
    array(select distinct substring(website_url from '^https?://[^/?#]+') from register_entries
      where organiser_id = o.id and website_url is not null limit 2) as sites,
    own.entries, own.is_demo as "isDemonstration",
    (select count(*)::int from register_notes as n join register_entries as e on e.id = n.entry_id
     where e.organiser_id = o.id and n.removed_at is null) as notes
  from register_organisers as o, lateral (
    select json_object_agg(status, entries) as entries, bool_or(is_demo) as is_demo from (
      select register_status(status, valid_until) as status, count(*) as entries, bool_or(is_demo) as is_demo
      from register_entries where organiser_id = o.id group by 1
    ) as counted
  ) as own
  where o.id = ${id}::int and own.entries is not null`

type OrganiserEntryRow = Pick<EntryRow, 'id' | 'slug' | 'number' | 'title' | 'date' | 'venue' | 'city' | 'status'> &
  Pick<EntryRow, 'statusReason' | 'assurance' | 'assuredOn' | 'validFrom' | 'validUntil' | 'isDemo' | 'notes'> & {
    isPrivate: boolean
    sortOn: string
    endedAt: Instant | null
  }

/** The number at the end of its address finds it; an address with a former name leads to the present one. */
export const organiser = page('organiser', {
  load: async ({ params, query, sql, services: { env, brand } }) => {
    const id = organiserId(params.organiser)
    const [found] = id === null ? [] : await findOrganiser(sql.raw, { id })
    if (!found) return notFound()
    const { name, isPersonal, companyNumber, sites, entries: counts, ...shown } = found
    const cursor = readCursor(query.get('cursor') ?? '')
    const address = organiserAddress(found)
    if (!address.endsWith(`/${params.organiser}`))
      return redirect(withQuery(address, { cursor: cursor && query.get('cursor') }), 301)
    const rows = await sql<OrganiserEntryRow[]>`
      select id, slug, number, title, starts_on as date, event_type = 'private' as is_private, venue, city,
        register_status(status, valid_until) as status, status_reason, assurance, assured_on, valid_from, valid_until, is_demo, sort_on,
        (select max(happened_at) from register_history as h
         where h.entry_id = e.id and h.to_status = e.status and h.change in ('lapsed', 'suspended', 'revoked')) as ended_at,
        (select coalesce(json_agg(json_build_object('at', noted_at, 'text', text, 'reply', reply) order by n.noted_at), '[]')
         from register_notes as n where n.entry_id = e.id and n.removed_at is null) as notes
      from register_entries as e
      where organiser_id = ${found.id}::int
        ${cursor ? sql`and (sort_on, id) < (${cursor.date}::date, ${cursor.id}::uuid)` : sql``}
      order by sort_on desc, id desc
      limit 51`
    const last = rows.length > pageSize ? rows[pageSize - 1]! : null
    const website = sites.length === 1 ? sites[0]! : null
    const entries = rows.slice(0, pageSize)
    const { publicUrl } = env
    return {
      ...shown,
      name,
      address,
      companyNumber,
      website,
      isFirst: cursor === null,
      // A page that may be a private person's is left out of search engines.
      isIndexed: !isPersonal && cursor === null,
      statusCounts: registerStatusNames.flatMap((status) =>
        counts[status] ? [[status, counts[status]] as const] : [],
      ),
      entries: entries.map(({ id: _, sortOn, validFrom, isDemo, ...entry }) => entry),
      next: last && withQuery(address, { cursor: `0.${last.sortOn}.${last.id}` }),
      jsonLd: [
        organiserJsonLd({ name, address, companyNumber, website }, publicUrl),
        ...entries.map((entry) => certificationJsonLd(entry, { brand, publicUrl })),
        breadcrumbJsonLd({ title: name, path: address }, publicUrl),
      ].filter((thing) => thing !== null),
    }
  },
  tags: ({ id }) => [pageTags.registerOrganiser(id)],
})

/** https://schema.org/Organization */
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
