/** The most calls that can be held at once. */
export const maxAtOnce = 20

/** The Monday of a day's week, as `YYYY-MM-DD`. */
export function mondayOf(day: string): string {
  const moment = new Date(`${day}T00:00:00Z`)
  const since = (moment.getUTCDay() + 6) % 7
  return new Date(moment.getTime() - since * 86_400_000).toISOString().slice(0, 10)
}

/** The name of a slot's field. */
export function slotField(day: string, time: string): string {
  return `${day} ${time}`
}

/** The name of the hidden field with what the slot's own held when the page was made. */
export function seenField(day: string, time: string): string {
  return `seen ${day} ${time}`
}
