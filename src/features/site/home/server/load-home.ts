import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { type KeptLoader, keptHandler } from '#requests/page-loader.ts'
import type { HomeData } from '../home-page.tsx'
import { organisationJsonLd } from './organisation-json-ld.ts'
import { showHome } from './queries.ts'

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
