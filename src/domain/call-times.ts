import { londonMoment } from './london-time.ts'
import { assessmentCallMinutes } from './recognition-levels.ts'

export const callTimes = ['09:00', '10:00', '11:00', '14:00', '15:00', '16:00'] as const
export type CallTime = (typeof callTimes)[number]

export type Slot = { day: string; time: CallTime }

export function isCallTime(text: string | null | undefined): text is CallTime {
  return callTimes.includes(text as CallTime)
}

export function callStart({ day, time }: Slot): Date {
  return londonMoment(day, time)
}

export function callEnd(slot: Slot): Date {
  return new Date(callStart(slot).getTime() + assessmentCallMinutes * 60_000)
}
