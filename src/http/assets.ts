import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { madeOnce } from '#domain/made-once.ts'
import { projectRoot } from '#process/project-root.ts'
import { chooseEncoding, type Encoding } from '#requests/compress.ts'
import { isKnown } from '#requests/read-preferences.ts'
import type { DocumentAssets, NamedAssets } from '#shell/document.tsx'
import type { ShownPageId } from '#shell/page-modules.ts'

export type AssetManifest = {
  entry: string
  styles: string
  adminStyles: string
  fonts: string[]
  pages: Partial<Record<ShownPageId, string[]>>
}

export type Assets = ReturnType<typeof loadAssets>

type Asset = { type: string; variants: Partial<Record<Encoding, Uint8Array<ArrayBuffer>>>; etag: string }

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.svg': 'image/svg+xml',
}
const encodings: Record<string, Encoding> = { '.br': 'br', '.gz': 'gzip', '.zst': 'zstd' }

/** @throws where there is no build. */
export function loadAssets(securityHeaders: Record<string, string>) {
  const folder = join(projectRoot, 'dist/browser')
  const manifestFile = join(folder, 'manifest.json')
  if (!existsSync(manifestFile)) throw new Error('The browser build is missing: run `bun run build` first.')
  const build = madeOnce(() => readBuild(folder, manifestFile))

  return {
    forPage: (page: ShownPageId, inAdmin: boolean): DocumentAssets & NamedAssets => {
      const { entry, styles, adminStyles, fonts, pages } = build().manifest
      return { entry, styles: inAdmin ? adminStyles : styles, fonts, chunks: pages[page] ?? [] }
    },
    serve: (pathname: string, headers: Headers) => {
      const asset = build().assets.get(pathname.slice('/assets/'.length))
      if (!asset) return null
      const preferred = chooseEncoding(headers.get('accept-encoding'))
      const wanted: Encoding[] = [preferred === 'zstd' ? 'br' : preferred, preferred, 'identity']
      const encoding = wanted.find((name) => asset.variants[name]) ?? 'identity'
      const answer = {
        ...securityHeaders,
        'content-type': asset.type,
        'cache-control': 'public, max-age=31536000, immutable',
        vary: 'accept-encoding',
        etag: asset.etag,
        ...(encoding === 'identity' ? {} : { 'content-encoding': encoding }),
      }
      if (isKnown(headers.get('if-none-match'), asset.etag)) return new Response(null, { status: 304, headers: answer })
      return new Response(asset.variants[encoding], { headers: answer })
    },
  }
}

function readBuild(folder: string, manifestFile: string) {
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as AssetManifest
  const assets = new Map<string, Asset>()
  for (const file of readdirSync(join(folder, 'assets'))) {
    const encoding = encodings[extname(file)] ?? 'identity'
    const name = encoding === 'identity' ? file : file.slice(0, -extname(file).length)
    const asset = assets.get(name) ?? {
      type: types[extname(name)] ?? 'application/octet-stream',
      variants: {},
      etag: `"${name}"`,
    }
    asset.variants[encoding] = new Uint8Array(readFileSync(join(folder, 'assets', file)))
    assets.set(name, asset)
  }
  return { manifest, assets }
}
