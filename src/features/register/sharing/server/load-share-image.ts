import { drawPng } from '#drawing/draw-png.ts'
import { type Drawing, keepDrawings } from '#process/drawings.ts'
import type { Services } from '#requests/services.ts'
import { findPictured } from './queries.ts'
import { shareImageSvg } from './share-image.ts'
import { shareVersion } from './share-version.ts'

/** Draws entries' pictures one after another and keeps the last ones. */
export function createShareImages({ sql, brand }: Pick<Services, 'sql' | 'brand'>) {
  const drawn = keepDrawings({ maxBytes: 24 * 1024 * 1024, maxWaiting: 40 })

  return { load }

  /** @returns the picture and the version of what it shows, `busy` when too many wait, or null when there is no such entry. */
  async function load(slug: string): Promise<{ png: Drawing; version: string } | 'busy' | null> {
    const [row] = await findPictured(sql, { slug })
    if (!row) return null
    const version = shareVersion(row, brand)
    const png = await drawn(`${slug} ${version}`, async () => await drawPng(shareImageSvg(row, brand)))
    return png === 'busy' ? png : { png, version }
  }
}
