import type { Brand } from '#brand.ts'
import type { PicturedRow } from './queries.ts'

/** Raise it when the drawing itself changes. */
const drawing = 2

/** Changes when anything on the picture does. */
export function shareVersion(
  { slug, number, title, status, date, time, isPrivate, venue, city, sector, isDemo, assurance }: PicturedRow,
  { name }: Pick<Brand, 'name'>,
): string {
  const shown = [
    drawing,
    name,
    slug,
    number,
    title,
    status,
    date,
    time,
    isPrivate,
    venue,
    city,
    sector,
    isDemo,
    assurance,
  ]
  return Bun.hash(JSON.stringify(shown)).toString(36)
}
