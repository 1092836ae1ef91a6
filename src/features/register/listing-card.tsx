import { href } from '../../pages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Card, CardTitle } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { EntryPicture } from './entry-picture.tsx'
import type { ListingCardData } from './listings-page.tsx'
import { RegisterStatusBadge } from './register-status-badge.tsx'
import { dateAndTime, place } from './rules.ts'

/** One entry in the list. The title leads to its page; the link below to the event's own site where it has one. */
export function ListingCard({
  entry,
  eager,
  level,
}: {
  entry: ListingCardData
  eager?: boolean | undefined
  level: 'h2' | 'h3'
}) {
  const address = href('event', { slug: entry.slug })
  return (
    <Card as="li" flush className="flex flex-col">
      <EntryPicture slug={entry.slug} image={entry.image} tone={entry.tone} eager={eager} />
      <div className="flex-1 flex flex-col gap-3 p-5">
        <p className="flex flex-wrap gap-2">
          <RegisterStatusBadge status={entry.status} />
          {entry.featured && (
            <Badge tone="gold" icon="i-lucide-star">
              Featured
            </Badge>
          )}
        </p>
        <CardTitle href={address} level={level}>
          {entry.title}
        </CardTitle>
        <ul className="grid gap-1 text-sm text-muted">
          <li className="flex gap-2">
            <Icon icon="i-lucide-calendar" className="mt-1" />
            <time dateTime={entry.date ?? undefined}>{dateAndTime(entry)}</time>
          </li>
          {place(...entry.place) && (
            <li className="flex gap-2">
              <Icon icon="i-lucide-map-pin" className="mt-1" />
              {place(...entry.place)}
            </li>
          )}
          <li className="flex gap-2">
            <Icon icon="i-lucide-tag" className="mt-1" />
            {entry.category}
          </li>
        </ul>
        <p className="line-clamp-2">{entry.text}</p>
        {entry.partners && (
          <div>
            <VisuallyHidden>Partners</VisuallyHidden>
            <ul className="flex flex-wrap gap-2">
              {entry.partners.map((partner) => (
                <li key={partner}>
                  <Badge>{partner}</Badge>
                </li>
              ))}
            </ul>
          </div>
        )}
        <p className="mt-auto pt-1">
          {entry.url ? (
            <SiteLink href={entry.url} newTab className={action}>
              View Event
              <VisuallyHidden>: {entry.title}</VisuallyHidden>
              <Icon icon="i-lucide-external-link" />
            </SiteLink>
          ) : (
            <SiteLink href={address} className={action}>
              View Details
              <VisuallyHidden>: {entry.title}</VisuallyHidden>
              <Icon icon="i-lucide-arrow-right" />
            </SiteLink>
          )}
        </p>
      </div>
    </Card>
  )
}

/** Above the title's link, which covers the card. */
const action = 'relative inline-flex items-center gap-2 min-h-11 font-semibold'
