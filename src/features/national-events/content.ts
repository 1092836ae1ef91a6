/** Words of the National Events Database that an editor may change. */
export const content = {
  title: 'National Events Database',
  lead: 'Public events across the country, brought together from published sources so that anybody can look them up.',
  standing: 'An event listed here is not accredited by being listed. Only those marked Accredited hold the mark.',
  nothingFound: 'No event matches these filters. Try another word, or clear them and start again.',
  nothingYet: 'The database holds no events yet. It is filled by the authority; please come back later.',
} as const
