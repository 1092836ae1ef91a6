import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { answerFactsOf, answerHoldsUntil } from '#domain/register-answer.ts'
import { type BadgeSize, defaultLook, readTheme, type Theme } from '#features/register/badge-look.ts'
import { type CertificateRow, findTyped } from '#features/register/certificate/server/queries.ts'
import { badgeCode, statusLink } from '#features/register/server/badge-code.ts'
import { page, redirect } from '#page/page.ts'
import { filePaths, href } from '#pages.ts'
import { type BadgeFacts, badgeWords } from './server/badge-svg.ts'

export const badge = page('badge', {
  load: async ({ params: { number: typed }, query, sql, now, services: { env, brand } }) => {
    const row = await findTyped(sql.raw, typed)
    if (!row) return { kind: 'unknown' as const }
    if (typed !== row.number) return redirect(href('badge', { number: row.number }), 301)
    const entry = badgeFactsOf(row, new Date(now))
    const theme = readTheme(query)
    const code = (size: BadgeSize) => badgeCode(row, { size, theme }, { publicUrl: env.publicUrl, name: brand.name })
    return {
      kind: 'found' as const,
      ...pickFields(row, 'number', 'slug', 'title'),
      theme,
      says: badgeWords(entry).description,
      codes: { small: code('small'), medium: code('medium'), large: code('large') },
      statusLink: statusLink(row.number, env.publicUrl),
      embeds: embedsOf(row, theme, env.publicUrl),
      until: answerHoldsUntil(entry.facts),
    }
  },
  status: ({ kind }) => (kind === 'found' ? 200 : 404),
  headers: ({ kind }) => (kind === 'found' ? {} : { 'x-robots-tag': 'noindex' }),
  tags: (data) => (data.kind === 'found' ? [pageTags.registerEntry(data.slug)] : []),
  until: (data) => (data.kind === 'found' ? data.until : null),
})

function embedsOf({ organiser, organiserId, city }: CertificateRow, theme: Theme, publicUrl: string) {
  const look = theme === defaultLook.theme ? {} : { theme }
  const ofOrganiser = `Accredited events of ${organiser}`
  const lists = [
    organiserId !== null && { name: ofOrganiser, path: filePaths.eventsEmbed({ organiser: organiserId, ...look }) },
    city !== '' && { name: `Accredited events in ${city}`, path: filePaths.eventsEmbed({ city, ...look }) },
  ]
  return lists
    .filter((list) => list !== false)
    .map(({ name, path }) => ({
      name,
      path,
      code: `<iframe src="${Bun.escapeHTML(publicUrl + path)}" title="${Bun.escapeHTML(name)}" width="100%" height="480" loading="lazy" referrerpolicy="no-referrer"></iframe>`,
    }))
}

export function badgeFactsOf(row: CertificateRow, now: Date): NonNullable<BadgeFacts> {
  return { ...pickFields(row, 'number', 'title', 'isDemo'), facts: answerFactsOf(row, londonDay(now)) }
}
