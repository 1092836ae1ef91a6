import { dateAndTime, place } from '#domain/when-and-where.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { EntryPicture } from './entry-picture.tsx'
import { AssuranceBadge, FeaturedBadge, RegisterStatusBadge } from './register-status-badge.tsx'
import type { ListingCardData } from './server/load-listings.ts'

/** One link covers the card: of an entry with a website the title, whose own link leads away from the register. */
export function ListingCard({ entry, level: Heading }: { entry: ListingCardData; level: 'h2' | 'h3' }) {
  const { slug, title, category, text, partners, url } = entry
  const address = href('event', { slug })
  const facts = [dateAndTime(entry), place(...entry.place), category]
  return (
    <li className={entry.featured && 'featured'}>
      <EntryPicture slug={slug} image={entry.image} tone={entry.tone} ratio="card" />
      <RegisterStatusBadge {...entry} />
      <AssuranceBadge {...entry} />
      {entry.past && <Badge>Past event</Badge>}
      <Heading>{url ? <a href={address}>{title}</a> : title}</Heading>
      <p>{facts.filter(Boolean).join(' · ')}</p>
      {text && <p className="text">{text}</p>}
      {partners && (
        <p className="badges">
          Partners
          {partners.map((partner) => (
            <Badge key={partner}>{partner}</Badge>
          ))}
        </p>
      )}
      {entry.featured && <FeaturedBadge />}
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
        <a href={address} aria-label={`View Details: ${title}`}>
          View Details
        </a>
      )}
    </li>
  )
}
