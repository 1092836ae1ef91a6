import type { FunctionComponent, ReactNode } from 'react'
import type { Brand } from '#brand.ts'
import type { Day } from '#domain/formats.ts'
import { inlineJson } from '#wire/deferred.ts'
import type { PageMeta } from '#wire/page.ts'
import { themeScript } from './theme.ts'

export type DocumentAssets = { styles: string }

/** Read from the document as it was sent, so the browser neither gets nor renders them again. */
export type NamedAssets = {
  fonts: string[]
  entry: string
  /** They load beside the entry and not after it (load-script.ts). */
  chunks: string[]
}

/** Carried once, as JSON, so that the browser renders the same tree as the server. */
export type DocumentData = {
  brand: Brand
  assets: DocumentAssets & Partial<NamedAssets>
  publicUrl: string
  year: number
  day: Day
  /** What every page says: the data are invented, payments are a test. */
  demonstration: { data: boolean; payments: boolean }
}

type DocumentProps = Pick<DocumentData, 'brand' | 'assets' | 'publicUrl'> & {
  meta: PageMeta
  status: number
  json: string
  hasDeferredSections: boolean
  /** Lets this document alone hold the scripts and styles of its deferred parts: from the server alone. */
  nonce?: string | undefined
  Sharing?: FunctionComponent<SharingTagsProps> | undefined
  children: ReactNode
}

/** Page data is in it once, as JSON that is not executed, and names the scripts that read it (http/render-page.tsx). */
export function Document({
  meta,
  status,
  brand,
  assets,
  publicUrl,
  json,
  hasDeferredSections,
  nonce,
  Sharing,
  children,
}: DocumentProps) {
  const title = meta.title === brand.name ? meta.title : `${meta.title} – ${brand.name}`
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
        {Sharing ? <Sharing meta={meta} brand={brand} publicUrl={publicUrl} indexed={indexed} /> : null}
        {assets.fonts?.map((font) => (
          <link key={font} rel="preload" href={font} as="font" type="font/woff2" crossOrigin="" />
        ))}
        <link rel="stylesheet" href={assets.styles} />
        {hasDeferredSections && (
          <noscript>
            <style nonce={nonce}>{deferredStyles}</style>
          </noscript>
        )}
      </head>
      <body>
        {children}
        <script
          id="page-data"
          type="application/json"
          data-scripts={assets.entry && [assets.entry, ...(assets.chunks ?? [])].map(fileName).join(' ')}
          dangerouslySetInnerHTML={{ __html: json }}
          suppressHydrationWarning
        />
      </body>
    </html>
  )
}

const fileName = (address: string) => address.slice('/assets/'.length)

/** Without a script nothing moves deferred parts to their places: they show between the page and its footer. */
const deferredStyles =
  '.deferred-skeleton{display:none}body{display:flex;flex-direction:column}body>footer{order:1}body>[hidden][id^="S:"]{display:block}'

const formats = [
  ['ics', 'text/calendar', 'calendar'],
  ['rss', 'application/rss+xml', 'RSS'],
  ['json', 'application/feed+json', 'JSON Feed'],
] as const

export type SharingTagsProps = { meta: PageMeta; brand: Brand; publicUrl: string; indexed: boolean }

/**
 * For other sites (https://ogp.me) and search engines (https://schema.org). The browser neither loads nor hydrates them.
 */
export function SharingTags({ meta, brand, publicUrl, indexed }: SharingTagsProps) {
  const image = meta.image ?? { src: '/share.png', alt: `The crest of the ${brand.name}` }
  return (
    <>
      <meta property="og:site_name" content={brand.name} />
      <meta property="og:type" content="website" />
      <meta property="og:locale" content="en_GB" />
      <meta property="og:title" content={meta.title} />
      {meta.description ? <meta property="og:description" content={meta.description} /> : null}
      {indexed ? <meta property="og:url" content={publicUrl + meta.canonical} /> : null}
      <meta property="og:image" content={publicUrl + image.src} />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta property="og:image:alt" content={image.alt} />
      <meta name="twitter:card" content="summary_large_image" />
      <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
      <link rel="manifest" href="/manifest.webmanifest" />
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <meta name="theme-color" content="#0c4029" />
      {formats.map(
        ([format, type, name]) =>
          meta.feeds && (
            <link
              key={format}
              rel="alternate"
              href={meta.feeds.address(format)}
              type={type}
              title={`${meta.feeds.title} (${name})`}
            />
          ),
      )}
      {meta.calendar ? (
        <link rel="alternate" href={meta.calendar} type="text/calendar" title="This event as a calendar file" />
      ) : null}
      {meta.jsonLd ? (
        <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: inlineJson(meta.jsonLd) }} />
      ) : null}
    </>
  )
}
