import { londonDay, longDay } from '../../../domain/london-time.ts'

/** Said first wherever somebody may be in danger. */
export const callFirst =
  'If anybody is in danger now, call 999 first. This line is not watched around the clock, and we cannot send help.'

/** What is promised for one report. @param promisedAt ISO time in UTC. */
export function promiseWords(promisedAt: string): string {
  return `Somebody of our team takes it up by the end of ${longDay(londonDay(new Date(promisedAt)))}.`
}
