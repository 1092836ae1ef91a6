import { dayAfter } from '#domain/calendar-day.ts'
import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { keptHandler } from '#requests/page-loader.ts'
import type { PressReleaseData } from '../press-release-page.tsx'
import { listReleases, releaseTexts } from './releases.ts'

/** How long a release counts as news, in days. */
const newsDays = 365

/** A press release: the paragraphs of the file that journalists download, so that both say the same. */
export const pressRelease = keptHandler<PressReleaseData>({
  load: async ({ params, services }) => {
    const release = (await listReleases(services)).find(({ id }) => id === params.id)
    const file = release && releaseTexts[release.id]
    if (!file) return { kind: 'not-found' }
    // Its first two parts are its head with the day, and its title; 'ENDS' is the last.
    const paragraphs = file
      .trim()
      .split(/\n\s*\n/)
      .slice(2, -1)
      .map((paragraph) => paragraph.replaceAll('\n', ' '))
    const isArchived = dayAfter(release.publishedAt, newsDays) < londonDay(services.now())
    return { kind: 'page', data: { release, paragraphs, isArchived }, tags: [pageTags.contentFlags] }
  },
})
