import { londonDay, longDay } from '#domain/london-time.ts'

/** Said first wherever somebody may be in danger. */
export const callFirst =
  'If anyone is in danger now, call 999 first. We do not read reports around the clock, and we cannot send help.'

/** What is promised for one report. @param promisedAt ISO time in UTC. */
export function promiseWords(promisedAt: string): string {
  return `Someone in our team will look at it by the end of ${longDay(londonDay(new Date(promisedAt)))}.`
}
