import { join } from 'node:path'
import { createGenerator } from '@unocss/core'
import { Glob } from 'bun'
import unoConfig from '../../uno.config.ts'

/** One font file to serve: its name, where it lies in node_modules, and whether the first page needs it at once. */
export type FontFile = { file: string; path: string; preload: boolean }

type Face = {
  family: string
  package: string
  name: string
  weight: string
  style: 'normal' | 'italic'
  ranges: ('latin' | 'latin-ext')[]
  preload: boolean
}

// The unicode ranges are those under which Google Fonts cuts these files; the packages' own index.css names the same.
const ranges = {
  latin:
    'U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD',
  'latin-ext':
    'U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+0304,U+0308,U+0329,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF',
}

const faces: Face[] = [
  {
    family: 'Baskervville Variable',
    package: 'baskervville',
    name: 'baskervville',
    weight: '400 700',
    style: 'normal',
    ranges: ['latin', 'latin-ext'],
    preload: true,
  },
  {
    family: 'Source Sans 3 Variable',
    package: 'source-sans-3',
    name: 'source-sans-3',
    weight: '200 900',
    style: 'normal',
    ranges: ['latin', 'latin-ext'],
    preload: true,
  },
]

/**
 * The one stylesheet: fonts, tokens, base, and the utilities that the sources use.
 * `root` is the folder of package.json; `fontUrl` gives the public address of a font file.
 * Answers the minified CSS and the font files to copy. Throws when the CSS cannot be parsed or a font is not installed.
 */
export async function buildStyles(options: {
  root: string
  fontUrl: (file: string) => string
}): Promise<{ css: string; fonts: FontFile[] }> {
  const { root, fontUrl } = options
  const fonts = await listFonts(root)
  const source = [
    fontFaces(fontUrl),
    await Bun.file(join(root, 'src/ui/tokens.css')).text(),
    await Bun.file(join(root, 'src/ui/base.css')).text(),
    await utilities(root),
  ].join('\n')
  return { css: await minify(source), fonts }
}

async function listFonts(root: string): Promise<FontFile[]> {
  const fonts = faces.flatMap((face) =>
    face.ranges.map((range) => {
      const file = fileName(face, range)
      const path = join(root, 'node_modules/@fontsource-variable', face.package, 'files', file)
      return { file, path, preload: face.preload && range === 'latin' }
    }),
  )
  for (const { path } of fonts) {
    if (!(await Bun.file(path).exists())) throw new Error(`The font file ${path} is not installed.`)
  }
  return fonts
}

function fileName(face: Face, range: string): string {
  return `${face.name}-${range}-wght-${face.style}.woff2`
}

function fontFaces(fontUrl: (file: string) => string): string {
  return faces
    .flatMap((face) =>
      face.ranges.map(
        (range) => `@font-face {
  font-family: "${face.family}";
  font-style: ${face.style};
  font-weight: ${face.weight};
  font-display: swap;
  src: url("${fontUrl(fileName(face, range))}");
  unicode-range: ${ranges[range]};
}`,
      ),
    )
    .join('\n')
}

/** Keeps what it has worked out of each word: a second stylesheet takes a tenth of the time of the first. */
const generating = createGenerator(unoConfig)

/** Utilities for every class that the sources of markup name. Tests are left out: what only they name, no page shows. */
async function utilities(root: string): Promise<string> {
  const generator = await generating
  const found = new Set<string>()
  const files = await Array.fromAsync(new Glob('src/**/*.tsx').scan({ cwd: root }))
  for (const file of files.sort()) {
    if (/\.test\.tsx?$/.test(file)) continue
    await generator.applyExtractors(await Bun.file(join(root, file)).text(), file, found)
  }
  const { css } = await generator.generate(found, { preflights: true, minify: true })
  return css
}

// The bundler's CSS parser: besides minifying it lowers light-dark() and prefixes for the browsers that need it. The addresses
// in url() are public ones and not files, so they are kept as they are.
async function minify(source: string): Promise<string> {
  const entry = '/styles.css'
  const result = await Bun.build({
    entrypoints: [entry],
    files: { [entry]: source },
    minify: true,
    target: 'browser',
    plugins: [
      {
        name: 'keep-addresses',
        setup(build) {
          build.onResolve({ filter: /^(?!\/styles\.css$)/ }, ({ path }) => ({ path, external: true }))
        },
      },
    ],
  })
  return result.outputs[0]!.text()
}
