import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '#process/project-root.ts'

const fontFolder = join(projectRoot, 'node_modules/@expo-google-fonts')
const fontFiles = [
  'baskervville/600SemiBold/Baskervville_600SemiBold.ttf',
  'source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  'source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
].map((file) => join(fontFolder, file))

/** Off the thread that answers requests (about 100 ms). @throws where the program or a font is missing: a picture without words would tell nothing. */
export async function drawPng(svg: string): Promise<Uint8Array<ArrayBuffer>> {
  const missing = fontFiles.find((file) => !existsSync(file))
  if (missing) throw new Error(`A font is missing: ${missing}`)
  const { renderAsync } = await import('@resvg/resvg-js')
  const picture = await renderAsync(svg, {
    font: { loadSystemFonts: false, fontFiles, defaultFontFamily: 'Source Sans 3' },
  })
  return new Uint8Array(picture.asPng())
}
