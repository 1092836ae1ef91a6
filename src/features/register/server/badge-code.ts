import { type BadgeLook, badgeSizes, lookQuery } from '#features/register/badge-look.ts'
import { filePaths, href } from '#pages.ts'

/** What an organiser pastes into a website. Its alternative text gives no status, which is only true today. */
export function badgeCode(
  { number, slug }: { number: string; slug: string },
  look: BadgeLook,
  { publicUrl, name }: { publicUrl: string; name: string },
): string {
  const { width, height } = badgeSizes[look.size]
  const source = Bun.escapeHTML(publicUrl + filePaths.badge(number, lookQuery(look)))
  const alt = Bun.escapeHTML(`Status of ${number} in the register of the ${name}`)
  return `<a href="${publicUrl}${href('event', { slug })}"><img src="${source}" width="${width}" height="${height}" alt="${alt}" referrerpolicy="no-referrer"></a>`
}

/** For the head of a page: where programs read the status of today. */
export function statusLink(number: string, publicUrl: string): string {
  const title = Bun.escapeHTML(`Status of ${number} in the register`)
  return `<link rel="alternate" type="application/json" href="${publicUrl}${filePaths.log(`proof/${number}.json`)}" title="${title}">`
}
