import { pageTags } from '#domain/page-tags.ts'
import { readCriteria } from '#features/assessments/criteria/server/read-criteria.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { notFound, page } from '#page/page.ts'

/** With the latest criteria, or the version that the address names. */
export const about = page('about', {
  tags: [pageTags.criteria],
  load: async ({ query, services }) => {
    const asked = query.get('criteria') ?? ''
    const criteria = await readCriteria(services.sql, /^[1-9]\d{0,8}$/.test(asked) ? Number(asked) : null)
    return criteria ?? notFound()
  },
})

export const awards = page('awards', {
  tags: [pageTags.contentFlags],
  load: async ({ services }) => ({ winners: (await readClaims(services, ['awards-winners']))['awards-winners'] }),
})

export const whoWeAre = page('whoWeAre', {
  tags: [pageTags.contentFlags],
  load: async ({ services }) => ({ people: (await readClaims(services, ['who-we-are']))['who-we-are'] }),
})
