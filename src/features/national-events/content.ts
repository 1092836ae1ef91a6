/** Words of the National Events Database that an editor may change. */
export const content = {
  title: 'National Events Database',
  lead: 'Public events across the country, brought together from published sources so that anybody can look them up.',
  notAccredited: 'An event listed here is not accredited by being listed. Only those marked Accredited hold the mark.',
  counted: {
    text: 'Counted in this database alone. Accredited Events are those marked Accredited here; our own register counts its own entries.',
    link: 'How we count',
  },
  nothingFound: 'No event matches these filters. Try another word, or clear them and start again.',
  past: { title: 'Past events', text: 'These events have taken place.' },
  similar: {
    title: 'Similar events',
    /** Where nothing holds the words that were searched for, and where something does. */
    instead: 'No event matches these words exactly. These events are the closest.',
    besides: 'These events are close to what you searched for.',
  },
  nothingYet: 'The database holds no events yet. It is filled by the authority; please come back later.',
} as const
