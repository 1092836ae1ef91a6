import type { Brand } from '#brand.ts'
import type { Assurance, Level } from '#domain/assurance.ts'
import type { Sector } from '#domain/categories.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { page } from '#page/page.ts'

const teaserSize = 3

export const home = page('home', {
  tags: [pageTags.register, pageTags.partners, pageTags.contentFlags],
  load: async ({ sql, services }) => {
    const today = londonDay(services.now())
    const [[row], claims] = await Promise.all([
      sql<{ events: TeaserEvent[]; levels: Partial<Record<Assurance, number>>; partners: number }[]>`
        select
          (
            select coalesce(json_agg(e order by e.date, e.id), '[]')
            from (
              select id, slug, title, organiser, starts_on as date, to_char(starts_at, 'HH24:MI') as time, venue, city,
                category, sector, assurance, assured_on as "assuredOn", image_url as "imageUrl"
              from register_entries
              where featured
                and sort_on >= ${today}::date
                and sort_on < 'infinity'
                and register_status(status, valid_until) = 'active'
              order by sort_on, id
              limit ${teaserSize}::integer
            ) as e
          ) as events,
          (
            select coalesce(json_object_agg(assurance, entries order by assurance), '{}')
            from (select assurance, sum(entries) as entries from register_counts where status = 'active' group by assurance having sum(entries) > 0) as counted
          ) as levels,
          (select count(*) from partners where active) as partners`,
      readClaims(services, ['home-figures', 'home-broadcasters']),
    ])
    return {
      ...row!,
      claims: { figures: claims['home-figures'], broadcasters: claims['home-broadcasters'] },
      organisation: organisationJsonLd(services.brand, services.env.publicUrl),
    }
  },
})

export type TeaserEvent = Level & {
  id: string
  slug: string
  title: string
  organiser: string
  date: string
  time: string | null
  venue: string
  city: string
  category: string
  sector: Sector
  imageUrl: string | null
}

/** A schema.org Organization (https://schema.org/Organization): a private body, so nothing here says otherwise. */
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
