import { LRUCache } from 'lru-cache'
import type { Services } from '../../services.ts'
import { drawPng } from './draw-share-image.ts'
import { findPictured } from './queries.ts'
import { shareImageSvg } from './share-image.ts'
import { shareVersion } from './share-version.ts'

export type ShareImages = ReturnType<typeof createShareImages>

/** Most pictures that wait to be drawn; whoever comes then is asked to come again. */
const longestQueue = 40

/** Draws entries' pictures one after another and keeps the last ones. */
export function createShareImages({ sql, brand }: Pick<Services, 'sql' | 'brand'>) {
  const kept = new LRUCache<string, Uint8Array<ArrayBuffer>>({
    maxSize: 24 * 1024 * 1024,
    sizeCalculation: (png) => png.length,
  })
  const drawing = new Map<string, Promise<Uint8Array<ArrayBuffer>>>()
  let last: Promise<unknown> = Promise.resolve()

  return { load }

  /** @returns the picture and the version of what it shows, `busy` when too many wait, or null when there is no such entry. */
  async function load(slug: string): Promise<{ png: Uint8Array<ArrayBuffer>; version: string } | 'busy' | null> {
    const [row] = await findPictured(sql, slug)
    if (!row) return null
    const version = shareVersion(row, brand)
    const key = `${slug} ${version}`
    const png = kept.get(key) ?? drawing.get(key)
    if (png) return { png: await png, version }
    if (drawing.size >= longestQueue) return 'busy'
    const drawn = last.then(() => drawPng(shareImageSvg(row, brand)))
    last = drawn.catch(() => {})
    drawing.set(key, drawn)
    try {
      kept.set(key, await drawn)
      return { png: await drawn, version }
    } finally {
      drawing.delete(key)
    }
  }
}
