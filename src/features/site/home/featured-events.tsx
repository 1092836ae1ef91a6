import type { Sector } from '../../../domain/categories.ts'
import { longDay } from '../../../domain/london-time.ts'
import { href } from '../../../pages.ts'
import { Badge } from '../../../ui/badge.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Cover } from '../../../ui/cover.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { CardGrid, Section } from '../../../ui/layout.tsx'
import { VisuallyHidden } from '../../../ui/visually-hidden.tsx'
import { content } from './content.ts'

export type TeaserEvent = {
  id: string
  slug: string
  title: string
  organiser: string
  /** Local day, `YYYY-MM-DD`. */
  date: string
  /** Local time, `HH:MM`. */
  time: string | null
  venue: string
  city: string
  category: string
  sector: Sector
  imageUrl: string | null
}

/** The directory's teaser: featured events to come, and the way to all of them. */
export function FeaturedEvents({ events }: { events: TeaserEvent[] }) {
  const { title, lead, all, none } = content.directory
  return (
    <Section labelledBy="featured">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-3">
        <div>
          <h2 id="featured">{title}</h2>
          <p className="mt-3 text-muted">{events.length > 0 ? lead : none}</p>
        </div>
        <ButtonLink href={href('events')} variant="link">
          {all}
          <Icon icon="i-lucide-arrow-right" />
        </ButtonLink>
      </div>
      {events.length > 0 && (
        <CardGrid as="ul" className="mt-8">
          {events.map((event) => (
            <TeaserCard key={event.id} event={event} />
          ))}
        </CardGrid>
      )}
    </Section>
  )
}

function TeaserCard({ event }: { event: TeaserEvent }) {
  const { id, slug, title, organiser, date, time, venue, city, category, sector, imageUrl } = event
  return (
    <Card as="li" flush className="flex flex-col">
      {imageUrl ? (
        <img src={imageUrl} alt="" loading="lazy" className="cover w-full aspect-16/9 object-cover" />
      ) : (
        <Cover seed={id} tone={sector} />
      )}
      <div className="flex flex-col flex-1 p-5 sm:p-6">
        <p className="flex flex-wrap gap-2">
          <Badge tone="accredited" icon="i-lucide-badge-check">
            Accredited
          </Badge>
          <Badge tone="gold" icon="i-lucide-star">
            Featured
          </Badge>
        </p>
        <h3 className="mt-3 text-lg leading-snug">{title}</h3>
        <p className="text-sm text-muted">
          {category}, by {organiser}
        </p>
        <ul className="mt-3 mb-5 grid gap-1.5 text-sm">
          <li className="flex gap-2.5 items-start">
            <Icon icon="i-lucide-calendar" className="mt-1 text-gold-text" />
            <span>
              <time dateTime={time ? `${date}T${time}` : date}>{longDay(date)}</time>
              {time && `, ${time}`}
            </span>
          </li>
          {(venue || city) && (
            <li className="flex gap-2.5 items-start">
              <Icon icon="i-lucide-map-pin" className="mt-1 text-gold-text" />
              <span>{[venue, city].filter(Boolean).join(', ')}</span>
            </li>
          )}
        </ul>
        <ButtonLink href={href('event', { slug })} variant="quiet" className="mt-auto self-start">
          View Event Details
          <VisuallyHidden> of {title}</VisuallyHidden>
        </ButtonLink>
      </div>
    </Card>
  )
}
