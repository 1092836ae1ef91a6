import { pageTags } from '#domain/page-tags.ts'
import { readCriteria } from '#features/assessments/criteria/server/read-criteria.ts'
import type { PublishedCriteria } from '#features/assessments/criteria/standards.tsx'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { keptHandler } from '#requests/page-loader.ts'
import type { AwardsData } from '../awards-page.tsx'
import type { WhoWeAreData } from '../who-we-are-page.tsx'

/** About the authority, with the criteria: the latest version, or the one that the address names. */
export const about = keptHandler<PublishedCriteria>({
  load: async ({ query, services }) => {
    const asked = query.get('criteria') ?? ''
    const criteria = await readCriteria(services.sql, /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null)
    return criteria ? { kind: 'page', data: criteria, tags: [pageTags.criteria] } : { kind: 'not-found' }
  },
})

/** The awards programme with those who have won. */
export const awards = keptHandler<AwardsData>({
  load: async ({ services }) => ({
    kind: 'page',
    data: { winners: (await readClaims(services, ['awards-winners']))['awards-winners'] },
    tags: [pageTags.contentFlags],
  }),
})

/** Who runs the scheme. */
export const whoWeAre = keptHandler<WhoWeAreData>({
  load: async ({ services }) => ({
    kind: 'page',
    data: { people: (await readClaims(services, ['who-we-are']))['who-we-are'] },
    tags: [pageTags.contentFlags],
  }),
})
