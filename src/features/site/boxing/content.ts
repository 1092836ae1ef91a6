/** The date is set in the admin area. Prices and numbers of seats are in `rules.ts`. */
export const content = {
  title: 'Championship boxing night',
  venue: 'Altrincham Ice Dome',
  lead: 'An evening of professional and amateur bouts.',
  notAnnounced: {
    title: 'Boxing night',
    text: 'No boxing night is announced at the moment.',
  },
  closed:
    'You cannot reserve tickets for the boxing night at the moment. Tickets that you reserved earlier are still yours.',
  guests: 'How many guests?',
  note: 'Nothing is charged now.',
} as const
