/** The date is set in the admin area. Prices and numbers of seats are in `rules.ts`. */
export const content = {
  title: 'Championship boxing night',
  venue: 'Altrincham Ice Dome',
  eyebrow: 'Live boxing',
  lead: 'An evening of professional and amateur bouts.',
  /** Shown after the lead while reservations are open; only then do search engines get `description`. */
  invitation: 'Choose how many guests and where to sit, and reserve your tickets.',
  description: 'Reserve tickets for the boxing night at Altrincham Ice Dome.',
  notAnnounced: {
    title: 'Boxing night',
    text: 'No boxing night is announced at the moment.',
    link: 'See upcoming accredited events',
  },
  past: {
    title: 'This event is over',
    text: 'It took place on the date above. Reservations have closed.',
    prices: 'Ticket types and their prices',
    link: 'See upcoming accredited events',
  },
  closed: {
    title: 'Reservations are closed',
    text: 'You cannot reserve tickets for the boxing night at the moment. Tickets that you reserved earlier are still yours.',
  },
  steps: {
    guests: 'How many guests?',
    ticket: 'Choose your ticket type',
    reserve: 'Reserve',
  },
  reserve: {
    title: 'Reserve your tickets',
    note: 'Nothing is charged now.',
    tooFew: 'Please choose another ticket type, or fewer guests.',
    privacy: 'We use these details only for this reservation.',
    confirm: 'Confirm Reservation',
  },
  confirmed: {
    again: 'Make another reservation',
    title: 'Reservation Confirmed:',
    text: "Your tickets are reserved. We'll be in touch with details shortly. Check your email for confirmation details.",
    waits:
      'Please confirm your email address with the link that we emailed you. If you do not confirm it within 24 hours, we cancel the reservation.',
  },
  released: {
    title: 'This reservation was cancelled.',
    text: 'The email address was not confirmed within 24 hours, so the seats can be reserved by others.',
  },
} as const
