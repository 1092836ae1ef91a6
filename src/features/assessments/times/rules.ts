export const maxAtOnce = 20

export function slotField(day: string, time: string): string {
  return `${day} ${time}`
}

/** The hidden field with the value from when the page was loaded. */
export function seenField(day: string, time: string): string {
  return `seen ${day} ${time}`
}
