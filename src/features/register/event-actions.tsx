import { dayAfter } from '#domain/calendar-day.ts'
import { londonMoment } from '#domain/london-time.ts'
import { filePaths, href } from '#pages.ts'
import { ButtonLink } from '#ui/button.tsx'
import { CopyButton } from '#ui/copy-button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Menu, MenuRow } from '#ui/menu.tsx'
import { OutsideLink } from '#ui/outside-link.tsx'
import { NewTabLink, VisuallyHidden } from '#ui/text.tsx'
import { isOpen } from './rules.ts'
import type { FoundEvent } from './server/load-event.ts'

/** The organiser's own link never looks like the register's; where the answer above is a warning, it comes last. */
export function EventActions({ event }: { event: FoundEvent }) {
  const isFirst = isOpen(event.facts.status)
  const action = event.action && <OutsideLink href={event.action.href}>{event.action.label}</OutsideLink>
  return (
    <MenuRow>
      {isFirst && action}
      {event.landingPageUrl && <OutsideLink href={event.landingPageUrl}>Event Landing Page</OutsideLink>}
      <ShareMenu title={event.title} address={event.address} number={event.number} />
      <SubscribeMenu event={event} />
      {event.directions && (
        <OutsideLink href={event.directions}>
          <Icon icon="i-map-pin" />
          Directions
          <VisuallyHidden> on OpenStreetMap</VisuallyHidden>
        </OutsideLink>
      )}
      <ButtonLink variant="quiet" href={href('concerns', { event: event.number })}>
        <Icon icon="i-flag" />
        Report a concern
        <VisuallyHidden> about this event</VisuallyHidden>
      </ButtonLink>
      {!isFirst && action}
    </MenuRow>
  )
}

function SubscribeMenu({ event }: { event: FoundEvent }) {
  const { title, date, time, city, address } = event
  const isToCome = date !== null && !event.facts.isPast && event.facts.status !== 'revoked'
  const place = event.place.filter(Boolean).join(', ')
  return (
    <Menu label="Subscribe" icon="i-calendar-plus">
      {isToCome && (
        <>
          <p className="font-semibold">Add this event</p>
          <ul>
            {Object.entries(calendarLinks).map(([name, addressOf]) => (
              <li key={name}>
                <NewTabLink href={addressOf({ title, date, time, place, url: address })} className="row-link">
                  {name}
                </NewTabLink>
              </li>
            ))}
            <li>
              <a href={filePaths.eventCalendar(event.slug)} download className="row-link">
                Calendar file (.ics)
              </a>
            </li>
          </ul>
        </>
      )}
      <p className="font-semibold">Follow</p>
      <ul>
        {isToCome && (
          <li>
            <a href={event.calendar} className="row-link">
              This event, in a calendar program
            </a>
          </li>
        )}
        <li>
          <a href={href('follow', { entry: event.number })} className="row-link">
            Changes of this entry, by email or feed
          </a>
        </li>
        <li>
          <a href={filePaths.listingsFeed('rss', { city })} className="row-link">
            {city ? `New entries in ${city} (RSS)` : 'New entries of the register (RSS)'}
          </a>
        </li>
      </ul>
    </Menu>
  )
}

/** Plain links: nothing of those sites is in ours. */
const places: Record<string, (address: string, title: string) => string> = {
  Email: (address, title) => `mailto:?subject=${title}&body=${address}`,
  WhatsApp: (address, title) => `https://wa.me/?text=${title}%20${address}`,
  LinkedIn: (address) => `https://www.linkedin.com/sharing/share-offsite/?url=${address}`,
  Facebook: (address) => `https://www.facebook.com/sharer/sharer.php?u=${address}`,
  X: (address, title) => `https://x.com/intent/post?text=${title}&url=${address}`,
}

function ShareMenu({ title, address, number }: { title: string; address: string; number: string }) {
  return (
    <Menu label="Share" icon="i-share-2">
      <label htmlFor="share-address" className="label">
        Address of this entry
      </label>
      <input
        type="url"
        id="share-address"
        readOnly
        value={address}
        className="control"
        onFocus={({ target }) => target.select()}
      />
      <CopyButton text={address} what="address" />
      <ul className="mt-2">
        {Object.entries(places).map(([name, addressOf]) => {
          const to = addressOf(encodeURIComponent(address), encodeURIComponent(title))
          const LinkTo = name === 'Email' ? 'a' : NewTabLink
          return (
            <li key={name}>
              <LinkTo href={to} className="row-link">
                {name}
              </LinkTo>
            </li>
          )
        })}
        <li>
          <a href={href('badge', { number })} className="row-link">
            Badge for a website
          </a>
        </li>
      </ul>
    </Menu>
  )
}

type CalendarLink = {
  title: string
  date: string
  time: string | null
  place: string
  url: string
}

export const calendarLinks = {
  'Google Calendar': googleLink,
  'Outlook.com': (event: CalendarLink) => outlookLink('outlook.live.com', event),
  'Outlook for work or school': (event: CalendarLink) => outlookLink('outlook.office.com', event),
} as const

/** Google needs an end, which the register does not know: an hour, as for entries made by hand. */
function googleLink({ title, date, time, place, url }: CalendarLink): string {
  const basic = (text: string) => text.replace(/[-:]|\.\d+/g, '')
  const [from, to] = time ? [startOf(date, time), startOf(date, time, 1)] : [date, dayAfter(date, 1)]
  const query = { action: 'TEMPLATE', text: title, dates: `${basic(from)}/${basic(to)}`, location: place, details: url }
  return `https://calendar.google.com/calendar/render?${queryOf(query)}`
}

function outlookLink(host: string, { title, date, time, place, url }: CalendarLink): string {
  const query = {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: title,
    startdt: time ? startOf(date, time) : date,
    ...(time ? {} : { enddt: dayAfter(date, 1), allday: 'true' }),
    location: place,
    body: url,
  }
  return `https://${host}/calendar/0/deeplink/compose?${queryOf(query)}`
}

function startOf(date: string, time: string, hoursLater = 0): string {
  return new Date(londonMoment(date, time).getTime() + hoursLater * 3_600_000).toISOString()
}

/** Blanks as %20: Outlook shows a plus as it is. */
function queryOf(query: Record<string, string>): string {
  return Object.entries(query)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name}=${encodeURIComponent(value)}`)
    .join('&')
}
