import { pageTags } from '#domain/page-tags.ts'
import { readClaims } from '#features/claims/server/read-claims.ts'
import { keptHandler } from '#requests/page-loader.ts'
import type { AwardsData } from '../awards-page.tsx'

/** The awards programme with those who have won. */
export const awards = keptHandler<AwardsData>({
  load: async ({ services }) => ({
    kind: 'page',
    data: { winners: (await readClaims(services, ['awards-winners']))['awards-winners'] },
    tags: [pageTags.contentFlags],
  }),
})
