import type { Brand } from '#brand.ts'
import { inlineJson } from '#wire/deferred.ts'
import type { PageMeta } from '#wire/page.ts'

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
