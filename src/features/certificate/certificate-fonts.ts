import { join } from 'node:path'
import { projectRoot } from '../../project-root.ts'

const folder = join(projectRoot, 'node_modules/@expo-google-fonts')
const files = {
  serif: 'baskervville/600SemiBold/Baskervville_600SemiBold.ttf',
  sans: 'source-sans-3/400Regular/SourceSans3_400Regular.ttf',
  sansBold: 'source-sans-3/600SemiBold/SourceSans3_600SemiBold.ttf',
}

export type CertificateFonts = Record<keyof typeof files, Buffer>

let kept: Promise<CertificateFonts> | undefined

/** The site's own typefaces as a PDF can embed them (the site's WOFF2 files are variable, which PDF does not know). Read once. */
export function certificateFonts(): Promise<CertificateFonts> {
  kept ??= Promise.all(
    Object.entries(files).map(async ([name, file]) => [
      name,
      Buffer.from(await Bun.file(join(folder, file)).arrayBuffer()),
    ]),
  ).then((entries) => Object.fromEntries(entries) as CertificateFonts)
  return kept
}
