export const content = {
  title: 'National Events Database',
  lead: 'Public events across the United Kingdom, collected from published sources.',
  notAccredited:
    'Being in this database does not mean that an event is accredited. Only events with the badge ‘Accredited’ are, as far as the badge says.',
  counted: {
    text: 'These numbers count this database only. Accredited events are those that our register shows as accredited today.',
    link: 'How we count',
  },
  nothingFound: 'No events match these filters. Try another word, or clear the filters.',
  past: { title: 'Past events', text: 'These events have taken place.' },
  similar: {
    title: 'Similar events',
    instead: 'No event matches these words exactly. These events are the closest.',
    besides: 'These events are close to what you searched for.',
  },
  nearCities: (city: string) => `No city in the database is called “${city}”. Did you mean:`,
  register: 'Search the register of accredited events',
  nothingYet: 'There are no events in the database yet. Please come back later.',
} as const
