/** The two pages that promote one event of the authority's own. */
export type PromotionPage = 'boxing' | 'webinar'

/** When such an event takes place, as an admin has set it. Day (`YYYY-MM-DD`) and time (`HH:MM`) are London's. */
export type PromotionDate = {
  day: string
  /** Null for an event that is announced without a time. */
  time: string | null
  /** The day that it was first announced for, which stays when it is moved. */
  firstDay: string
  /** Goes up with every change. */
  revision: number
}

/** Stands above a form that the demonstration keeps open for an event that is over. */
export const tryOutNotice = 'This date has passed; in the demonstration you can still try the form.'
