import { dateAndTime } from '#domain/when-and-where.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { EntryPicture } from './entry-picture.tsx'
import { AssuranceFact, FeaturedBadge, RegisterStatusBadge } from './register-status-badge.tsx'
import type { ListingCardData } from './server/load-listings.ts'

/** Links that say the same in each card differ by its heading: names of their own would cost the page 2 KB. */
export function ListingCard({ entry, level: Heading }: { entry: ListingCardData; level: 'h2' | 'h3' }) {
  const { slug, title, category, text, partners, url } = entry
  const address = href('event', { slug })
  const [venue, city] = entry.place
  return (
    <li className={entry.featured && 'featured'}>
      <EntryPicture slug={slug} image={entry.image} tone={entry.tone} ratio="card" />
      <p>
        <RegisterStatusBadge {...entry} />
        {entry.featured && <FeaturedBadge />}
        {entry.past && <Badge>Past event</Badge>}
      </p>
      <Heading>
        <a href={address}>{title}</a>
      </Heading>
      <ul>
        <li className="i-calendar">{dateAndTime(entry)}</li>
        {(venue || city) && (
          <li className="i-map-pin">
            {venue && city ? <i>{`${venue}, `}</i> : venue}
            {city}
          </li>
        )}
        <li className="i-tag">{category}</li>
        <AssuranceFact {...entry} />
      </ul>
      <p>{text}</p>
      {partners && (
        <div>
          <VisuallyHidden>Partners</VisuallyHidden>
          <ul className="badges">
            {partners.map((partner) => (
              <li key={partner} className="badge">
                {partner}
              </li>
            ))}
          </ul>
        </div>
      )}
      {url ? (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="i-external-link"
          aria-label="View Event (opens in a new tab)"
        >
          View Event
        </a>
      ) : (
        <a href={address}>View Details</a>
      )}
      <a href={address}>Register entry</a>
    </li>
  )
}
