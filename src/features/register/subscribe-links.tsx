import { Icon } from '../../ui/icon.tsx'
import type { PageMeta } from '../../wire/page.ts'

const types = { ics: 'text/calendar', rss: 'application/rss+xml', json: 'application/feed+json' } as const
const names = { ics: 'Calendar', rss: 'RSS', json: 'JSON Feed' } as const
const formats = ['ics', 'rss', 'json'] as const

type Addresses = (format: (typeof formats)[number]) => string

/** For the head of the document: the feeds of a list. */
export function feedsOf(list: string, address: Addresses): NonNullable<PageMeta['feeds']> {
  return formats.map((format) => ({ href: address(format), type: types[format], title: `${list} (${names[format]})` }))
}

/** A quiet line under a list: the same list to subscribe to. */
export function SubscribeLinks({ address }: { address: Addresses }) {
  return (
    <nav
      aria-label="Subscribe to this list"
      className="mt-10 flex flex-wrap items-center gap-x-5 text-sm text-muted no-print"
    >
      <span className="inline-flex items-center gap-2">
        <Icon icon="i-lucide-rss" />
        Subscribe to this list:
      </span>
      {formats.map((format) => (
        <a key={format} href={address(format)} className="inline-flex items-center min-h-11">
          {names[format]}
        </a>
      ))}
    </nav>
  )
}
