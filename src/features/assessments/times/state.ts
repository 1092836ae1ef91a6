type AdminSlot = {
  time: string
  /** Null for the site's own number. */
  capacity: number | null
  /** What stands in the slot's field: its number, or what was typed and could not be saved. */
  typed: string
  booked: number
}

export type CallTimesData = {
  /** The Monday of the week, YYYY-MM-DD. */
  week: string
  previousWeek: string | null
  nextWeek: string | null
  /** How many calls a slot takes that has no number of its own. */
  atOnce: number
  days: { day: string; isPast: boolean; slots: AdminSlot[] }[]
  notice: 'saved' | 'closed' | 'opened' | 'invalid' | null
}
