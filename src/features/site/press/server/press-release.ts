import { join } from 'node:path'
import { dayAfter } from '../../../../domain/calendar-day.ts'
import { londonDay } from '../../../../domain/london-time.ts'
import { pageTags } from '../../../../domain/page-tags.ts'
import { projectRoot } from '../../../../process/project-root.ts'
import { handler } from '../../../../requests/page-loader.ts'
import { press } from '../content.ts'
import type { PressReleaseData } from '../press-release-page.tsx'

/** How long a release counts as news, in days. */
const newsDays = 365

/** A press release: the paragraphs of the file that journalists download, so that both say the same. */
export const pressRelease = handler<PressReleaseData>({
  load: async ({ params, services }) => {
    const release = press.releases.items.find(({ id }) => id === params.id)
    if (!release || release.publishedAt > londonDay(services.now())) return { kind: 'not-found' }
    const file = await Bun.file(join(projectRoot, 'public', release.downloadUrl)).text()
    // Its first two parts are its head with the day, and its title; 'ENDS' is the last.
    const paragraphs = file
      .trim()
      .split(/\n\s*\n/)
      .slice(2, -1)
      .map((paragraph) => paragraph.replaceAll('\n', ' '))
    const isArchived = dayAfter(release.publishedAt, newsDays) < londonDay(services.now())
    return { kind: 'page', data: { release, paragraphs, isArchived }, tags: [pageTags.fixed] }
  },
})
