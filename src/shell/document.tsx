import type { ReactNode } from 'react'
import type { Brand } from '../brand.ts'
import type { PageMeta } from '../wire/page.ts'
import { themeScript } from './theme.ts'

/** Addresses of the built files that this document needs. */
export type DocumentAssets = {
  entry: string
  styles: string
  fonts: string[]
  /** The page's own chunks, so that they load beside the entry and not after it. */
  chunks: string[]
}

type DocumentProps = {
  meta: PageMeta
  status: number
  brand: Brand
  assets: DocumentAssets
  publicUrl: string
  json: string
  children: ReactNode
}

/** The HTML document. Page data stands in it once, as JSON that is not executed. */
export function Document({ meta, status, brand, assets, publicUrl, json, children }: DocumentProps) {
  const title = meta.title === brand.name ? meta.title : `${meta.title} – ${brand.name}`
  const image = meta.image ?? { src: '/share.png', alt: `The crest of the ${brand.name}` }
  const indexed = status === 200 && meta.canonical !== undefined
  return (
    <html lang="en-GB" data-theme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <script dangerouslySetInnerHTML={{ __html: themeScript }} suppressHydrationWarning />
        <title>{title}</title>
        {meta.description ? <meta name="description" content={meta.description} /> : null}
        {indexed ? (
          <link rel="canonical" href={publicUrl + meta.canonical} />
        ) : (
          <meta name="robots" content="noindex" />
        )}
        <meta property="og:site_name" content={brand.name} />
        <meta property="og:title" content={meta.title} />
        {meta.description ? <meta property="og:description" content={meta.description} /> : null}
        {indexed ? <meta property="og:url" content={publicUrl + meta.canonical} /> : null}
        <meta property="og:type" content="website" />
        <meta property="og:locale" content="en_GB" />
        <meta property="og:image" content={publicUrl + image.src} />
        <meta property="og:image:width" content="1200" />
        <meta property="og:image:height" content="630" />
        <meta property="og:image:alt" content={image.alt} />
        <meta name="twitter:card" content="summary_large_image" />
        {assets.fonts.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
        ))}
        <link rel="stylesheet" href={assets.styles} />
        {assets.chunks.map((chunk) => (
          <link key={chunk} rel="modulepreload" href={chunk} />
        ))}
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
        <meta name="theme-color" content="#0c4029" />
        {meta.feeds?.map((feed) => (
          <link key={feed.href} rel="alternate" {...feed} />
        ))}
        {meta.jsonLd ? (
          <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: inlineJson(meta.jsonLd) }} />
        ) : null}
      </head>
      <body>
        {children}
        <script
          id="page-data"
          type="application/json"
          dangerouslySetInnerHTML={{ __html: json }}
          suppressHydrationWarning
        />
        <script type="module" src={assets.entry} async />
      </body>
    </html>
  )
}

/** JSON that can stand inside a script element: `<` and the two line separators are escaped. */
export function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
