/** A moment: ISO 8601 in UTC. */
export type Instant = string

/** A day in Europe/London: `YYYY-MM-DD`. */
export type Day = string

/** A time of day in Europe/London: `HH:MM`. */
export type ClockTime = string

/** A whole number of pence in pounds sterling. */
export type Pence = number
