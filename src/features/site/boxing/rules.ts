import type { Pence } from '#domain/formats.ts'

/** Cheapest first, with the price of one seat. */
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

export const maxGuests = 10
export const maxSeats = 10
/** Until the address has to be confirmed. */
export const confirmHours = 24

export const fewSeats = 20

/** Null unless it is from 1 to 10. */
export function readGuests(text: string | null | undefined): number | null {
  return /^([1-9]|10)$/.test(text ?? '') ? Number(text) : null
}

export function findTicketType(id: string | null | undefined) {
  return ticketTypes.find((type) => type.id === id)
}

export function totalPence(type: TicketTypeId, guests: number): Pence {
  return findTicketType(type)!.pence * guests
}

/** Short enough to say on the telephone. */
export function referenceOf(id: string): string {
  return id.slice(0, 8).toUpperCase()
}

export function guestWords(guests: number): string {
  return guests === 1 ? '1 guest' : `${guests} guests`
}

export function isFilled(form: Record<string, unknown>): boolean {
  return ['name', 'email', 'phone'].every((field) => String(form[field] ?? '').trim() !== '')
}
