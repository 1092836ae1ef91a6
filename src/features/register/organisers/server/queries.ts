import type { SqlRunner } from '#database/sql.ts'
import type { Assurance } from '#domain/assurance.ts'
import type { RegisterStatus } from '#domain/register-status.ts'

type OrganiserRow = {
  id: number
  name: string
  /** The applicant has no company number, and so may be a private person. */
  is_personal: boolean
  /** Where the companies' register confirmed number and name of an entry's applicant. */
  company_no: string | null
  /** The sites that its entries name: two at most. */
  sites: string[]
  /** How many entries have which status. */
  entries: Partial<Record<RegisterStatus, number>>
  notes: number
  is_demo: boolean
}

/** An organiser with an entry. */
export const findOrganiser = (sql: SqlRunner, { id }: { id: number }) => sql<OrganiserRow[]>`
  select o.id, o.name, o.key like 'organisation %' as is_personal,
    (select substring(o.key from '^company (.*)') from register_entries as e join applications as a on a.id = e.application_id
     where e.organiser_id = o.id and a.company_check ->> 'state' = 'confirmed' limit 1) as company_no,
    array(select distinct substring(website_url from '^https?://[^/?#]+') from register_entries
      where organiser_id = o.id and website_url is not null limit 2) as sites,
    own.entries, own.is_demo,
    (select count(*)::int from register_notes as n join register_entries as e on e.id = n.entry_id
     where e.organiser_id = o.id and n.removed_at is null) as notes
  from register_organisers as o, lateral (
    select json_object_agg(status, entries) as entries, bool_or(is_demo) as is_demo from (
      select register_status(status, valid_until) as status, count(*) as entries, bool_or(is_demo) as is_demo
      from register_entries where organiser_id = o.id group by 1
    ) as counted
  ) as own
  where o.id = ${id}::int and own.entries is not null`

export type OrganiserEntryRow = {
  id: string
  slug: string
  number: string
  title: string
  date: string | null
  is_private: boolean
  venue: string
  city: string
  status: RegisterStatus
  status_reason: string | null
  assurance: Assurance
  valid_until: string | null
  /** Since when it has not stood, where that was recorded. */
  ended_at: string | null
  notes: { at: string; text: string; reply: string }[]
  sort_on: string
}

/**
 * Up to 51 of its entries, the latest event first, those without a date before them.
 * @param input.after date and id of the last entry of the page before; null on the first.
 */
export const listOfOrganiser = (
  sql: SqlRunner,
  { id, after }: { id: number; after: { date: string; id: string } | null },
) => sql<OrganiserEntryRow[]>`
  select id, slug, number, title, starts_on as date, event_type = 'private' as is_private, venue, city,
    register_status(status, valid_until) as status, status_reason, assurance, valid_until, sort_on,
    (select max(happened_at) from register_history as h
     where h.entry_id = e.id and h.to_status = e.status and h.change in ('lapsed', 'suspended', 'revoked')) as ended_at,
    (select coalesce(json_agg(json_build_object('at', noted_at, 'text', text, 'reply', reply) order by n.noted_at), '[]')
     from register_notes as n where n.entry_id = e.id and n.removed_at is null) as notes
  from register_entries as e
  where organiser_id = ${id}::int ${after ? sql`and (sort_on, id) < (${after.date}::date, ${after.id}::uuid)` : sql``}
  order by sort_on desc, id desc
  limit 51`

/**
 * Organisers in whose name a word begins with what has been typed, the shortest names first, with the number of their entries. (Of twenty
 * candidates: asking every match for its entries would take thrice as long as finding it, and hardly any has none.)
 */
export const organisersNamed = (sql: SqlRunner, { q, limit }: { q: string; limit: number }) => sql<
  { id: number; name: string; entries: number }[]
>`
  select id, name, entries
  from (
    select id, name from register_organisers as o
    where plain_name(fold(name)) like (select substr(containing(plain_name(fold(${q}::text))), 2))
      or plain_name(fold(name)) like (select '% ' || substr(containing(plain_name(fold(${q}::text))), 2))
    order by length(name), name, id limit 20
  ) as found, lateral (select count(*)::int as entries from register_entries as e where e.organiser_id = found.id) as own
  where entries > 0
  order by length(name), name, id limit ${limit}::int`
