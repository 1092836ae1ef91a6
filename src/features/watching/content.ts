import { maxFollows, maxRequestsPerHour, requestDays } from './rules.ts'

export const follow = {
  lead: 'We email you when something in the public register changes: for example when an event is accredited, suspended or revoked.',
  /** What the person agreed to: kept word for word with everything that is followed. */
  consent:
    'We use your address only to email you about changes of what you follow. You can stop with the link in every email.',
  asked: `If the address is right, we have sent an email to it. Use the link in the email to confirm. The link works for ${requestDays} days. We send at most ${maxRequestsPerHour} such emails an hour to one address.`,
  feeds:
    'A feed or calendar program looks for changes by itself, and we do not learn who you are. A webhook sends each change to a program of yours.',
} as const

export const confirmation = {
  usable: {
    title: 'Confirm that you want to follow',
    text: 'Press the button to get emails at the address that we sent this link to.',
    full: `This address follows ${maxFollows} things already. Stop one of them first, with the link in any of our emails about changes.`,
  },
  used: {
    title: 'You follow this already',
    text: 'This link has been used. You do not need to do anything.',
  },
  expired: {
    title: 'This link has expired',
    text: `It worked for ${requestDays} days. You can ask for a new one where you found the form.`,
  },
  unknown: {
    title: 'This link does not work',
    text: 'Part of the link may be missing. Copy the whole link from the email, or ask for a new one.',
  },
} as const

export const following = {
  none: 'If you have stopped everything, we have deleted your address; an email that we have already sent may still arrive. Otherwise part of the link may be missing: copy the whole link from the email.',
  said: {
    begun: 'You now follow this. We email you when it changes.',
    changed: 'Your change is saved.',
    stopped: 'You do not follow anything any more. We have deleted your address.',
  },
} as const
