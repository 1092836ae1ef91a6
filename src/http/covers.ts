import { type CoverTone, coverTones, guillocheSvg } from '../ui/guilloche.ts'

const seedPattern = /^[\w-]{1,120}$/

/** The drawn cover of an entry without a picture: always the same for the same seed and tone, so caches keep it for a year. */
export function serveCover(tone: string, file: string, securityHeaders: Record<string, string>): Response | null {
  const seed = file.replace(/\.svg$/, '')
  if (seed === file || !seedPattern.test(seed) || !coverTones.includes(tone as CoverTone)) return null
  return new Response(guillocheSvg({ seed, tone: tone as CoverTone }), {
    headers: {
      ...securityHeaders,
      'content-type': 'image/svg+xml',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  })
}
