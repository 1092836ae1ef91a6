import { pageTags } from '../../../../domain/page-tags.ts'
import { handler } from '../../../../requests/page-loader.ts'
import { whoWeAre as words } from '../who-we-are.ts'
import type { WhoWeAreData } from '../who-we-are-page.tsx'

/** Who runs the scheme: in production without the people that the demonstration has invented. */
export const whoWeAre = handler<WhoWeAreData>({
  load: async ({ services: { env } }) => ({
    kind: 'page',
    data: { people: words.people.items.filter(({ isSample }) => !isSample || env.mode === 'demo') },
    tags: [pageTags.fixed],
  }),
})
