import { join } from 'node:path'
import { crestSvg, rosetteSvg } from '../ui/crest-svg.ts'

/** The pictures in public/ that are drawn by the program: `bun src/build/icons.ts` writes them anew after a change of the mark. */
export const icons = {
  'crest.svg': crestSvg(),
  'rosette.svg': rosetteSvg(),
  'favicon.svg': crestSvg({ plain: true }),
}

if (import.meta.main) {
  for (const [name, svg] of Object.entries(icons)) {
    await Bun.write(join(import.meta.dir, '../../public', name), `${svg}\n`)
  }
}
