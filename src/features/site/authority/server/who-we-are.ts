import { pageTags } from '#domain/page-tags.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { keptHandler } from '#requests/page-loader.ts'
import type { WhoWeAreData } from '../who-we-are-page.tsx'

/** Who runs the scheme. */
export const whoWeAre = keptHandler<WhoWeAreData>({
  load: async ({ services }) => ({
    kind: 'page',
    data: { people: (await readClaims(services, ['who-we-are']))['who-we-are'] },
    tags: [pageTags.contentFlags],
  }),
})
