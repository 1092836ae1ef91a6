/**
 * The boxing night: its place and its words. Its date is set in the admin area. Prices and numbers of seats are in `rules.ts`.
 */
export const content = {
  title: 'Championship boxing night',
  venue: 'Altrincham Ice Dome',
  eyebrow: 'Live boxing',
  lead: 'Professional and amateur bouts over one evening, in the round.',
  /** Said after the lead while reservations are taken; only then does `description` stand for search engines, too. */
  invitation: 'Say how many you are, choose where to sit, and we hold the tickets for you.',
  description: 'Reserve tickets for the boxing night at Altrincham Ice Dome.',
  past: {
    title: 'This event is over',
    text: 'It took place on the day named above. Reservations have ended, and no further ones are taken.',
    prices: 'Ticket types and their prices',
    link: 'See upcoming accredited events',
  },
  closed: {
    title: 'Reservations are closed',
    text: 'No reservations for the boxing night are taken at present. Tickets that you have reserved before are still yours.',
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
    privacy: 'We use these details for this reservation alone.',
    confirm: 'Confirm Reservation',
  },
  confirmed: {
    again: 'Make another reservation',
    title: 'Reservation Confirmed:',
    text: "Your tickets are reserved. We'll be in touch with details shortly. Check your email for confirmation details.",
    waits:
      'Please confirm your email address with the link that we have mailed you. A reservation whose address is not confirmed within 24 hours is released.',
  },
  released: {
    title: 'This reservation was released.',
    text: 'Its email address was not confirmed within 24 hours, so the seats are free for others again.',
  },
} as const
