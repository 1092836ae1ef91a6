import { join } from 'node:path'
import type { Font } from 'fontkit'
import { projectRoot } from '#process/project-root.ts'

const folder = join(projectRoot, 'node_modules/@expo-google-fonts')
const files = {
  serif: 'baskervville/600SemiBold/Baskervville_600SemiBold.ttf',
  sans: 'source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  sansBold: 'source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
  /** Chinese and Japanese, 10 MB: read when a name needs it. */
  wide: 'noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
}
export type FontName = keyof typeof files
export const fontFile = (name: FontName) => join(folder, files[name])
type LoadedFont = { bytes: Buffer; face: Font }

const kept = new Map<FontName, Promise<LoadedFont>>()

/** Static fonts: the site's WOFF2 files are variable, which PDF does not support. */
export function pdfFont(name: FontName): Promise<LoadedFont> {
  let font = kept.get(name)
  if (!font) {
    font = load(name)
    kept.set(name, font)
  }
  return font
}

export async function pdfFonts(): Promise<Record<'serif' | 'sans' | 'sansBold', Buffer>> {
  const [serif, sans, sansBold] = await Promise.all([pdfFont('serif'), pdfFont('sans'), pdfFont('sansBold')])
  return { serif: serif.bytes, sans: sans.bytes, sansBold: sansBold.bytes }
}

async function load(name: FontName): Promise<LoadedFont> {
  const [bytes, { create }] = await Promise.all([
    Bun.file(fontFile(name))
      .arrayBuffer()
      .then((content) => Buffer.from(content)),
    import('fontkit'),
  ])
  return { bytes, face: create(bytes) as Font }
}
