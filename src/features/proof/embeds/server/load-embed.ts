import { londonDay } from '#domain/london-time.ts'
import { pageTags } from '#domain/page-tags.ts'
import { defaultLook, readTheme } from '#features/proof/badge/look.ts'
import { readFeed } from '#features/register/sharing/server/read-feed.ts'
import { filePaths, href } from '#pages.ts'
import type { Services } from '#requests/services.ts'
import { organiserAddress, organiserId } from '#wire/organiser-address.ts'
import { embedHtml } from './embed-html.ts'
import { findOrganiserName, listEmbedded } from './queries.ts'

type LoadedEmbed =
  /** Another spelling of the address. */
  | { kind: 'moved'; to: string }
  | { kind: 'unknown'; html: string }
  /** `until`: when it stops being true without a change, as an ISO time. */
  | { kind: 'found'; html: string; tags: string[]; until: string | null }

/**
 * A list of the register for a frame: the filters of /listings, of one organiser where its number is given, and a theme. What asks for
 * no status has accredited events alone.
 */
export async function loadEmbed(
  query: URLSearchParams,
  { sql, brand, now }: Pick<Services, 'sql' | 'brand' | 'now'>,
): Promise<LoadedEmbed> {
  const theme = readTheme(query)
  const { name, filters } = readFeed('listings', 'json', query)
  const typed = query.get('organiser') ?? ''
  const organiser = organiserId(typed)
  const asked = { ...filters, organiser: organiser ?? typed, theme: theme === defaultLook.theme ? null : theme }
  const address = filePaths.eventsEmbed(asked)
  if (filePaths.eventsEmbed() + (query.size > 0 ? `?${query}` : '') !== address) return { kind: 'moved', to: address }
  const listedFilters = { ...filters, verified: filters.verified || filters.status === '' }
  const [found] = organiser === null ? [] : await findOrganiserName(sql, { id: organiser })
  if (typed && !found) {
    const heading = 'Accredited events'
    return { kind: 'unknown', html: embedHtml({ heading, rows: null, pageHref: href('listings'), theme }, brand) }
  }
  const rows = await listEmbedded(sql, { filters: listedFilters, organiser, today: londonDay(now()) })
  const heading = found ? `Accredited events of ${found.name}` : name.replace('Register of accredited', 'Accredited')
  const pageHref = found ? organiserAddress(found) : href('listings', listedFilters)
  const ends = rows.flatMap(({ valid_until: end }) => (end !== null && Date.parse(end) > now().getTime() ? [end] : []))
  return {
    kind: 'found',
    html: embedHtml({ heading, rows, pageHref, theme }, brand),
    tags: [organiser === null ? pageTags.register : pageTags.registerOrganiser(organiser)],
    until: ends.sort()[0] ?? null,
  }
}
