import { existsSync } from 'node:fs'
import { fontFile } from './pdf-fonts.ts'

const fontFiles = (['serif', 'sans', 'sansBold'] as const).map(fontFile)

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
