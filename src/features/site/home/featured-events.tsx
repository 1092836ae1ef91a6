import { longDay } from '#domain/london-time.ts'
import { FeaturedBadge, RegisterStatusBadge } from '#features/register/register-status-badge.tsx'
import { filePaths, href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Cover } from '#ui/cover.tsx'
import { Icon } from '#ui/icon.tsx'
import { CardGrid, Section } from '#ui/layout.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { content } from './content.ts'
import type { TeaserEvent } from './server.ts'

export function FeaturedEvents({ events }: { events: TeaserEvent[] }) {
  const { title, lead, all, none } = content.directory
  return (
    <Section labelledBy="featured">
      <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-2">
        <div>
          <h2 id="featured">{title}</h2>
          <p className="mt-3 text-muted">{events.length > 0 ? lead : none}</p>
        </div>
        <ButtonLink href={href('events')} variant="link">
          {all}
          <Icon icon="i-arrow-right" />
        </ButtonLink>
      </div>
      {events.length > 0 && (
        <CardGrid className="mt-8">
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
  const where = [venue, city].filter(Boolean).join(', ')
  return (
    <li className="event-card gap-0">
      {imageUrl ? (
        <img src={imageUrl} alt="" loading="lazy" className="cover" />
      ) : (
        <Cover src={filePaths.cover(sector, id)} />
      )}
      <p className="badges mt-3">
        <RegisterStatusBadge status="active" {...event} />
        <FeaturedBadge />
      </p>
      <h3 className="card-title mt-3">{title}</h3>
      <p className="text-note">{`${category}, by ${organiser}`}</p>
      <ul className="facts golden mt-3 mb-5 gap-1.5 text-text">
        <li className="i-calendar">
          <time dateTime={time ? `${date}T${time}` : date}>{time ? `${longDay(date)}, ${time}` : longDay(date)}</time>
        </li>
        {where && <li className="i-map-pin">{where}</li>}
      </ul>
      <ButtonLink href={href('event', { slug })} variant="quiet" className="mt-auto self-start">
        View Event Details
        <VisuallyHidden>{` of ${title}`}</VisuallyHidden>
      </ButtonLink>
    </li>
  )
}
