import type { SqlRunner } from '#database/sql.ts'
import type { HomeData } from '../home-page.tsx'

/**
 * What the front page takes from the register, in one row: featured accredited events to come, and two live figures.
 * @param input.today date today in London `limit` integer events wanted
 */
export const showHome = (sql: SqlRunner, { today, limit }: { today: string; limit: number }) => sql<
  Omit<HomeData, 'organisation' | 'claims'>[]
>`
  select
    (
      select coalesce(json_agg(e order by e.date, e.id), '[]')
      from (
        select id, slug, title, organiser, starts_on as date, to_char(starts_at, 'HH24:MI') as time, venue, city, category,
          sector, assurance, image_url as "imageUrl"
        from register_entries
        where featured
          and sort_on >= ${today}::date
          and sort_on < 'infinity'
          and register_status(status, valid_until) = 'active'
        order by sort_on, id
        limit ${limit}::integer
      ) as e
    ) as events,
    (select coalesce(sum(entries), 0) from register_counts where status = 'active') as accredited,
    (select count(*) from partners where active) as partners`
