import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'

const fontFolder = join(projectRoot, 'node_modules/@expo-google-fonts')
const fontFiles = [
  'baskervville/600SemiBold/Baskervville_600SemiBold.ttf',
  'source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  'source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
].map((file) => join(fontFolder, file))

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
