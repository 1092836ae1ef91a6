import { dateAndTime, place } from '#domain/when-and-where.ts'
import { FeaturedBadge, RegisterStatusBadge } from '#features/register/register-status-badge.tsx'
import { filePaths, href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { Cover } from '#ui/cover.tsx'
import { Icon } from '#ui/icon.tsx'
import { Section } from '#ui/layout.tsx'
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
        <ul className="cards rows mt-8">
          {events.map((event) => (
            <TeaserRow key={event.id} event={event} />
          ))}
        </ul>
      )}
    </Section>
  )
}

function TeaserRow({ event }: { event: TeaserEvent }) {
  const { id, slug, title, organiser, category, sector, imageUrl } = event
  return (
    <li>
      {imageUrl ? (
        <img src={imageUrl} alt="" loading="lazy" />
      ) : (
        <Cover src={filePaths.cover(sector, id)} ratio="card" />
      )}
      <RegisterStatusBadge status="active" {...event} />
      <h3>{title}</h3>
      <p>{[dateAndTime(event), place(event.venue, event.city)].filter(Boolean).join(' · ')}</p>
      <p>{`${category}, by ${organiser}`}</p>
      <FeaturedBadge />
      <a href={href('event', { slug })} aria-label={`View Event Details of ${title}`}>
        View Event Details
      </a>
    </li>
  )
}
