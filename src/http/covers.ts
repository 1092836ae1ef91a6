import { pageTags } from '../domain/page-tags.ts'
import type { SharedFile } from '../features/register/sharing/server/load-feed.ts'
import { type CoverTone, coverTones, guillocheSvg } from '../ui/guilloche.ts'

const seedPattern = /^[\w-]{1,120}$/

/** The drawn cover of an entry without a picture: always the same for the same seed and tone, so caches keep it for a year. */
export function makeCover(tone: string, file: string): SharedFile | null {
  const seed = file.replace(/\.svg$/, '')
  if (seed === file || !seedPattern.test(seed) || !coverTones.includes(tone as CoverTone)) return null
  return {
    tags: [pageTags.fixed],
    contentType: 'image/svg+xml',
    headers: { 'cache-control': 'public, max-age=31536000, immutable' },
    text: guillocheSvg({ seed, tone: tone as CoverTone }),
  }
}
