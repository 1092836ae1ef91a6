import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type Drawing, keepDrawings } from '../../../../process/drawings.ts'
import { projectRoot } from '../../../../process/project-root.ts'
import type { Services } from '../../../../requests/services.ts'
import { findPictured } from './queries.ts'
import { shareImageSvg } from './share-image.ts'
import { shareVersion } from './share-version.ts'

const fontFolder = join(projectRoot, 'node_modules/@expo-google-fonts')
const fontFiles = [
  'baskervville/600SemiBold/Baskervville_600SemiBold.ttf',
  'source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  'source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
].map((file) => join(fontFolder, file))

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

/**
 * Draws an SVG as PNG, away from the thread that answers requests (about 100 ms). The program is loaded with the first picture.
 *
 * @returns rejects where the program or its fonts are missing: a picture without its words would tell nobody.
 */
export async function drawPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const missing = fontFiles.find((file) => !existsSync(file))
  if (missing) throw new Error(`A font is missing: ${missing}`)
  const { renderAsync } = await import('@resvg/resvg-js')
  const picture = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Source Sans 3' },
  })
  return new Uint8Array(picture.asPng())
}
