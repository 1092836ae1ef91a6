import { pageTags } from '#domain/page-tags.ts'
import { answerHoldsUntil } from '#domain/register-answer.ts'
import { tidyNumber } from '#domain/typed-number.ts'
import { type CertificateRow, findCertificate } from '#features/register/certificate/server/queries.ts'
import { filePaths, href } from '#pages.ts'
import { keptHandler } from '#requests/page-loader.ts'
import type { BadgePageData } from '../badge-page.tsx'
import { badgeWords } from '../badge-words.ts'
import { type BadgeSize, badgeSizes, defaultLook, lookQuery, readTheme, type Theme } from '../look.ts'
import { badgeFactsOf } from './load-badge.ts'

/** The badge of an entry as it looks now, with the code for other sites. */
export const badge = keptHandler<BadgePageData>({
  load: async ({ params, query, services: { sql, env, brand, now } }) => {
    const typed = params.number ?? ''
    const number = tidyNumber(typed)
    const [row] = number ? await findCertificate(sql, { number }) : []
    if (!row) {
      const headers = { 'x-robots-tag': 'noindex' }
      return { kind: 'page', status: 404, data: { kind: 'unknown' }, tags: [], headers }
    }
    if (typed !== row.number) return { kind: 'redirect', to: href('badge', { number: row.number }), status: 301 }
    const entry = badgeFactsOf(row, now())
    const theme = readTheme(query)
    const code = (size: BadgeSize) =>
      badgeCode({ number: row.number, slug: row.slug, size, theme }, { publicUrl: env.publicUrl, name: brand.name })
    return {
      kind: 'page',
      tags: [pageTags.registerEntry(row.slug)],
      until: answerHoldsUntil(entry.facts),
      data: {
        kind: 'found',
        number: row.number,
        slug: row.slug,
        title: row.title,
        theme,
        says: badgeWords(entry).description,
        codes: { small: code('small'), medium: code('medium'), large: code('large') },
        embeds: embedsOf(row, theme, env.publicUrl),
      },
    }
  },
})

/** The lists that stand in a frame: the events of the same organiser, and those of the same city. */
function embedsOf({ organiser, organiser_id: id, city }: CertificateRow, theme: Theme, publicUrl: string) {
  const look = theme === defaultLook.theme ? {} : { theme }
  const lists = [
    ...(id === null
      ? []
      : [{ name: `Accredited events of ${organiser}`, path: filePaths.eventsEmbed({ organiser: id, ...look }) }]),
    ...(city ? [{ name: `Accredited events in ${city}`, path: filePaths.eventsEmbed({ city, ...look }) }] : []),
  ]
  return lists.map(({ name, path }) => ({
    name,
    path,
    code: `<iframe src="${Bun.escapeHTML(publicUrl + path)}" title="${Bun.escapeHTML(name)}" width="100%" height="480" loading="lazy" referrerpolicy="no-referrer"></iframe>`,
  }))
}

/** The HTML that shows a badge and leads to its entry. Its alternative text says no status, for that is only true today. */
function badgeCode(
  { number, slug, size, theme }: { number: string; slug: string; size: BadgeSize; theme: Theme },
  { publicUrl, name }: { publicUrl: string; name: string },
): string {
  const { width, height } = badgeSizes[size]
  const source = Bun.escapeHTML(publicUrl + filePaths.badge(number, lookQuery({ size, theme })))
  const alt = Bun.escapeHTML(`Status of ${number} in the register of the ${name}`)
  return `<a href="${publicUrl}${href('event', { slug })}"><img src="${source}" width="${width}" height="${height}" alt="${alt}" referrerpolicy="no-referrer"></a>`
}
