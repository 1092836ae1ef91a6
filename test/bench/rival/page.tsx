/** What the rival's register page shows of an event. */
export type RivalEvent = {
  slug: string
  title: string
  text: string
  date: string | null
  venue: string
  city: string
  category: string
  featured: boolean
  accredited: boolean
}

export type RivalData = { city: string; q: string; total: number; events: RivalEvent[] }

const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' })

/** A register page as somebody would write it who wants no more than the page: lean markup, one class a thing. */
export function RivalPage({ data }: { data: RivalData }) {
  return (
    <main>
      <h1>Accredited events</h1>
      <form action="/listings">
        <input name="q" type="search" aria-label="Title or venue" defaultValue={data.q} />
        <input name="city" aria-label="City" defaultValue={data.city} />
        <button type="submit">Search</button>
      </form>
      <p>{data.total} events found</p>
      <ul className="cards">
        {data.events.map((event) => (
          <li key={event.slug} className="card">
            <img src={`/covers/${event.slug}.svg`} alt="" width="600" height="300" loading="lazy" />
            {event.accredited && <span className="badge">Accredited</span>}
            {event.featured && <span className="badge gold">Featured</span>}
            <h2>
              <a href={`/events/${event.slug}`}>{event.title}</a>
            </h2>
            <p className="when">{event.date ? day.format(new Date(event.date)) : 'Date to be confirmed'}</p>
            <p className="where">
              {event.venue}, {event.city}
            </p>
            <p className="what">{event.category}</p>
            <p>{event.text}</p>
            <a className="more" href={`/events/${event.slug}`}>
              View Details
            </a>
          </li>
        ))}
      </ul>
    </main>
  )
}
