import type { Brand } from '#brand.ts'
import type { SqlRunner } from '#database/sql.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { type KeptLoader, keptHandler } from '#requests/page-loader.ts'
import type { HomeData } from '../home-page.tsx'

/** Most featured events on the front page. */
const teaserSize = 3

/** The front page: fixed words from `content.ts`, and what the register says at this moment. */
const loadHome: KeptLoader<HomeData> = async ({ services }) => {
  const { sql, now } = services
  const [[row], claims] = await Promise.all([
    showHome(sql, { today: londonDay(now()), limit: teaserSize }),
    readClaims(services, ['home-figures', 'home-broadcasters']),
  ])
  const data = {
    ...row!,
    claims: { figures: claims['home-figures'], broadcasters: claims['home-broadcasters'] },
    organisation: organisationJsonLd(services.brand, services.env.publicUrl),
  }
  return { kind: 'page', data, tags: [pageTags.register, pageTags.partners, pageTags.contentFlags] }
}

export const home = keptHandler({ load: loadHome })

/**
 * The authority as a schema.org Organization (https://schema.org/Organization): a private body, so nothing here says otherwise.
 *
 * @param publicUrl origin of the site.
 */
function organisationJsonLd(brand: Brand, publicUrl: string): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'Organization',
    '@id': `${publicUrl}/#organisation`,
    name: brand.name,
    alternateName: brand.shortName,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
    email: brand.email,
    telephone: brand.phoneLink,
    address: brand.address.join(', '),
    contactPoint: { '@type': 'ContactPoint', contactType: 'customer service', email: brand.email, areaServed: 'GB' },
  }
}

/**
 * What the front page takes from the register, in one row: featured accredited events to come, and two live figures.
 * @param input.today date today in London `limit` integer events wanted
 */
const showHome = (sql: SqlRunner, { today, limit }: { today: string; limit: number }) => sql<
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
