/** The most calls that can be held at once. */
export const maxAtOnce = 20

/** The name of a slot's field. */
export function slotField(day: string, time: string): string {
  return `${day} ${time}`
}

/** The name of the hidden field with what the slot's own held when the page was made. */
export function seenField(day: string, time: string): string {
  return `seen ${day} ${time}`
}
