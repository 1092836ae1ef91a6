import type { FormState } from '#wire/form.ts'

/** What is sold, cheapest first: price in pence a guest, and how many seats there are. Totals are reckoned from here alone. */
export const ticketTypes = [
  { id: 'general', name: 'General Admission', pence: 5_500, seats: 400, text: 'Unreserved seats on the upper tiers.' },
  { id: 'standard', name: 'Standard Seating', pence: 6_500, seats: 300, text: 'A numbered seat on the lower tiers.' },
  { id: 'premium', name: 'Premium View', pence: 7_500, seats: 200, text: 'A numbered seat facing the ring corner.' },
  {
    id: 'vip',
    name: 'VIP Experience',
    pence: 10_000,
    seats: 80,
    text: 'Seats in the front blocks, and the lounge before the bouts.',
  },
  {
    id: 'ringside',
    name: 'Ringside Premium',
    pence: 15_000,
    seats: 40,
    text: 'Seats in the first two rows at the ring.',
  },
] as const

export type TicketTypeId = (typeof ticketTypes)[number]['id']
type TicketType = (typeof ticketTypes)[number]

export const maxGuests = 10
/** Seats that one mailbox, or one visitor, may hold. */
export const maxSeats = 10
/** How long a reservation waits for its address to be confirmed. */
export const confirmHours = 24

/** From this few seats on the page says how many are left. */
export const fewSeats = 20

export type ShownTicket = {
  id: TicketTypeId
  name: string
  text: string
  /** A guest. */
  pence: number
  /** For the chosen number of guests; null before it is chosen. */
  totalPence: number | null
  left: number
}

/** A reservation as its receipt shows it: nothing in it says whose it is. */
export type Reservation = {
  id: string
  ticketType: TicketTypeId
  guests: number
  totalPence: number
  /** ISO time in UTC until when the address has to be confirmed; null where it is. */
  confirmBy: string | null
  /** The address was not confirmed in time: the seats are others' now. */
  isReleased: boolean
}

export type BoxingData = {
  /** Day of the event in London, `YYYY-MM-DD`. */
  day: string
  /**
   * False while the admin has reservations closed, and when the day has passed, except in the demonstration: then there is nothing
   * to choose.
   */
  isOpen: boolean
  /** False in production without proof of the event: then nothing of it is shown. */
  isAnnounced: boolean
  /** It is invented, which only the demonstration shows. */
  isSample: boolean
  isOver: boolean
  guests: number | null
  ticket: TicketTypeId | null
  tickets: ShownTicket[]
  /** The dialog, while it is open. */
  reserving: {
    /** Sent with the reservation, so that it is made once. */
    submissionKey: string
    form: FormState
  } | null
  reservation: Reservation | null
}

/** A number of guests from 1 to 10; null for anything else. */
export function readGuests(text: string | null | undefined): number | null {
  return /^([1-9]|10)$/.test(text ?? '') ? Number(text) : null
}

/** A ticket type by its id; undefined for anything else. */
export function findTicketType(id: string | null | undefined): TicketType | undefined {
  return ticketTypes.find((type) => type.id === id)
}

/** What so many guests pay, in pence. */
export function totalPence(type: TicketTypeId, guests: number): number {
  return findTicketType(type)!.pence * guests
}

/** A reservation's short name, for a telephone call: the first eight characters of its id. */
export function referenceOf(id: string): string {
  return id.slice(0, 8).toUpperCase()
}

/** 'Three guests' is 'for 3 guests' everywhere. */
export function guestWords(guests: number): string {
  return guests === 1 ? '1 guest' : `${guests} guests`
}

/** Whether all three fields are filled. Confirming before that does nothing. */
export function isFilled(form: Record<string, unknown>): boolean {
  return ['name', 'email', 'phone'].every((field) => String(form[field] ?? '').trim() !== '')
}
