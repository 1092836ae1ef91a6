import type { Described } from '../../ui/description-list.tsx'
import { SiteLink } from '../../ui/site-link.tsx'
import type { Fact } from './facts.ts'

/** A fact of an application as the admin area shows it. */
export function shownFact({ term, details, isAddress }: Fact): Described {
  if (term === 'Email') return { term, details: <SiteLink href={`mailto:${details}`}>{details}</SiteLink> }
  if (isAddress && details) return { term, details: <OutsideLink href={details} /> }
  return { term, details: details?.includes('\n') ? <p className="whitespace-pre-line">{details}</p> : details }
}

/** An address that the applicant typed: a link only where it is one. */
function OutsideLink({ href }: { href: string }) {
  if (!/^https?:\/\//i.test(href)) return href
  return (
    <SiteLink href={href} newTab className="break-all">
      {href}
    </SiteLink>
  )
}
