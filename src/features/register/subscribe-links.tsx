import type { FeedFormat } from '#pages.ts'
import { Icon } from '#ui/icon.tsx'

const formats = { ics: 'Calendar file', rss: 'RSS', json: 'JSON Feed' } as const

type SubscribeProps = {
  calendar: string
  follow: string
  address: (format: FeedFormat) => string
}

export function SubscribeLinks({ calendar, follow, address }: SubscribeProps) {
  return (
    <nav
      aria-label="Subscribe to this list"
      className="mt-10 flex flex-wrap items-center gap-x-5 text-sm text-muted no-print"
    >
      <Icon icon="i-rss" />
      Subscribe to this list:
      <a href={calendar} className="row-link">
        Calendar
      </a>
      <a href={follow} className="row-link">
        Changes by email
      </a>
      {Object.entries(formats).map(([format, name]) => (
        <a key={format} href={address(format as FeedFormat)} className="row-link">
          {name}
        </a>
      ))}
    </nav>
  )
}
