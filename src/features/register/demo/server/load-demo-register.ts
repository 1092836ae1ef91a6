import type { Sql } from '../../../../database/sql.ts'
import { assuranceNames } from '../../../../domain/assurance.ts'
import { sectorOfCategory } from '../../../../domain/categories.ts'
import { dayFrom, londonDay } from '../../../../domain/london-time.ts'
import { slugOf } from '../../../../domain/slug.ts'
import { filePaths } from '../../../../pages.ts'
import { type DemoEntry, demoEntries } from './demo-entries.ts'

const day = 86_400_000

/**
 * Fills an empty register with invented events, marked as a demonstration, with dates around `now`. The same day gives the same
 * ones. Several processes may start at once: the first fills it.
 *
 * @returns how many entries were added; 0 when it holds anything already.
 */
export async function loadDemoRegister(sql: Sql, now: Date): Promise<number> {
  return await sql.begin(async (tx) => {
    await tx`lock table register_entries in share row exclusive mode`
    const [found] = await tx`select from register_entries limit 1`
    if (found) return 0
    const rows = demoEntries.map((entry, index) => rowOf(entry, index, now))
    await tx`insert into register_entries ${tx(rows)}`
    await tx`
      insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
      select id, valid_from, 'published', null, 'active', null, 'demonstration' from register_entries order by slug`
    await tx`
      insert into register_history (entry_id, happened_at, change, from_status, to_status, reason, cause)
      select id, ${new Date(now.getTime() - 9 * day).toISOString()}::timestamptz, status, 'active', status, status_reason, 'demonstration'
      from register_entries where status <> 'active' order by slug`
    await tx`
      insert into register_checks (entry_id, position, criterion_id, name, result, checked_by, checked_on)
      select e.id, position, criterion ->> 'id', criterion ->> 'name',
        case when e.assurance = 'evidence' then 'accepted'
          when position = 1 + length(e.title) % 12 then 'met-with-condition'
          when position = 1 + length(e.title) % 7 then 'not-applicable'
          else 'met' end,
        'Assessor', e.assured_on
      from register_entries as e, (select criteria from criteria_versions order by version desc limit 1) as latest,
        jsonb_array_elements(criteria) with ordinality as listed (criterion, position)
      where e.assurance <> 'declared' and position <= 12
      order by e.slug, position`
    return rows.length
  })
}

function rowOf(entry: DemoEntry, index: number, now: Date) {
  const slug = slugOf(entry.title)
  const sector = sectorOfCategory(entry.category)
  const status = entry.status ?? 'active'
  const host = `https://${slug}.example`
  // All three, so that each can be seen.
  const assurance = assuranceNames[index % assuranceNames.length]!
  const isChecked = assurance !== 'declared'
  const published = new Date(now.getTime() - (60 + ((index * 13) % 200)) * day)
  const ends = status === 'lapsed' ? now.getTime() - 9 * day : published.getTime() + 365 * day
  return {
    number: `DEMO-${londonDay(now).slice(0, 4)}-${String(index + 1).padStart(6, '0')}`,
    slug,
    status,
    status_reason: entry.reason ?? null,
    valid_from: published.toISOString(),
    valid_until: new Date(ends).toISOString(),
    title: entry.title,
    organiser: entry.organiser,
    description: entry.description,
    event_type: entry.inDays === null ? 'private' : 'physical',
    category: entry.category,
    sector,
    starts_on: dayFrom(now, entry.inDays),
    starts_at: entry.time || null,
    venue: entry.venue,
    city: entry.city,
    country: 'United Kingdom',
    price: entry.price,
    attendees: entry.attendees,
    capacity: entry.capacity,
    featured: entry.featured ?? false,
    is_pro: entry.isPro ?? false,
    image_url: null,
    images: Array.from({ length: entry.pictures ?? 0 }, (_, picture) =>
      filePaths.cover(sector, `${slug}-${picture + 1}`),
    ),
    website_url: entry.website ? host : null,
    ticket_url: entry.tickets ? `${host}/tickets` : null,
    landing_page_url: entry.isPro ? `${host}/welcome` : null,
    button_text: entry.buttonText ?? '',
    partners: entry.partners ?? [],
    is_demo: true,
    assurance,
    assured_on: isChecked ? londonDay(new Date(published.getTime() + 10 * day)) : null,
    next_review_on: isChecked ? londonDay(new Date(published.getTime() + 375 * day)) : null,
    score: assurance === 'assessed' ? 76 + ((index * 7) % 22) : null,
    published_at: published.toISOString(),
    updated_at: now.toISOString(),
  }
}
