import type { DescriptionItem } from '#ui/description-list.tsx'
import { NewTabLink } from '#ui/text.tsx'
import { type EventSummary, eventFacts, type Fact, organisationFacts } from './facts.ts'
import type { Organisation } from './schema.ts'

export function shownOrganisation(organisation: Organisation): DescriptionItem[] {
  return organisationFacts(organisation).map(shownFact)
}

export function shownEvent(event: EventSummary): DescriptionItem[] {
  return eventFacts(event).map(shownFact)
}

function shownFact({ term, details, isAddress }: Fact): DescriptionItem {
  if (term === 'Email') return { term, details: <a href={`mailto:${details}`}>{details}</a> }
  if (isAddress && details) return { term, details: <OutsideLink href={details} /> }
  return { term, details: details?.includes('\n') ? <p className="whitespace-pre-line">{details}</p> : details }
}

/** What was typed may be no address. */
function OutsideLink({ href }: { href: string }) {
  if (!/^https?:\/\//i.test(href)) return href
  return (
    <NewTabLink href={href} className="break-all">
      {href}
    </NewTabLink>
  )
}
