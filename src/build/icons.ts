import { join } from 'node:path'
import { renderAsync } from '@resvg/resvg-js'
import { crestSvg, rosetteSvg, shareSvg } from '#ui/crest-svg.ts'

/**
 * The pictures in public/ that are drawn by the program: `bun src/build/icons.ts` writes them anew after a change of the crest. The program
 * `pngquant` has to be installed.
 */
export const icons = {
  'crest.svg': crestSvg(),
  'rosette.svg': rosetteSvg(),
  'favicon.svg': crestSvg({ plain: true }),
}

/** The same mark as pixels, for phones and for pages that are shared: what is drawn, and how wide. */
export const pixelIcons = {
  'icon-192.png': { svg: crestSvg(), width: 192 },
  'icon-512.png': { svg: crestSvg(), width: 512 },
  // A phone cuts its own shape out of these, so the ground runs to the edges and the seal keeps clear of them.
  'icon-maskable.png': { svg: crestSvg({ inset: 12 }), width: 512 },
  'apple-touch-icon.png': { svg: crestSvg({ inset: 6 }), width: 180 },
  // For the press, large enough for print.
  'media/crest.png': { svg: crestSvg(), width: 1024 },
  'share.png': { svg: shareSvg(), width: 1200 },
}

if (import.meta.main) {
  const folder = join(import.meta.dir, '../../public')
  for (const [name, svg] of Object.entries(icons)) await Bun.write(join(folder, name), `${svg}\n`)
  for (const [name, { svg, width }] of Object.entries(pixelIcons)) {
    const picture = await renderAsync(svg, { fitTo: { mode: 'width', value: width }, font: { loadSystemFonts: false } })
    const file = join(folder, name)
    await Bun.write(file, new Uint8Array(picture.asPng()))
    // In 256 colours: a third of the bytes. Not for print.
    if (!name.startsWith('media/')) await Bun.$`pngquant --quality=80-100 --speed=1 --force --output ${file} ${file}`
  }
}
