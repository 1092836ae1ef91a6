import { maxFollows, maxRequestsPerHour, requestDays } from './rules.ts'

export const follow = {
  title: 'Follow changes',
  eyebrow: 'Public register',
  lead: 'We email you when something in the public register changes: for example when an event is accredited, suspended or revoked.',
  formTitle: 'By email',
  hint: 'We email you a link first to confirm your address.',
  /** What the person agreed to: kept word for word with everything that is followed. */
  consent:
    'We use your address only to email you about changes of what you follow. You can stop with the link in every email.',
  button: 'Follow',
  asked: {
    title: 'Check your email',
    text: `If the address is right, we have sent an email to it. Use the link in the email to confirm. The link works for ${requestDays} days. We send at most ${maxRequestsPerHour} such emails an hour to one address.`,
  },
  failed: 'Your request could not be sent',
  feeds: {
    title: 'With a feed reader, a calendar or a program',
    text: 'A feed or calendar program looks for changes by itself, and we do not learn who you are. A webhook sends each change to a program of yours.',
    rss: 'Changes (RSS)',
    json: 'Changes (JSON Feed)',
    calendar: 'Dates (calendar)',
    webhooks: 'Webhooks, for programs',
  },
} as const

export const confirmation = {
  usable: {
    title: 'Confirm that you want to follow',
    text: 'Press the button to get emails at the address that we sent this link to.',
    button: 'Follow',
    full: `This address follows ${maxFollows} things already. Stop one of them first, with the link in any of our emails about changes.`,
    gone: 'What you wanted to follow is no longer in the register.',
  },
  used: {
    title: 'You follow this already',
    text: 'This link has been used. You do not need to do anything.',
    link: 'See what you follow',
  },
  expired: {
    title: 'This link has expired',
    text: `It worked for ${requestDays} days. You can ask for a new one where you found the form.`,
  },
  unknown: {
    title: 'This link does not work',
    text: 'Part of the link may be missing. Copy the whole link from the email, or ask for a new one.',
  },
  register: 'Go to the register',
} as const

export const following = {
  title: 'What you follow',
  none: {
    title: 'You do not follow anything with this link',
    text: 'If you have stopped everything, we have deleted your address; an email that we have already sent may still arrive. Otherwise part of the link may be missing: copy the whole link from the email.',
  },
  said: {
    begun: 'You now follow this. We email you when it changes.',
    changed: 'Your change is saved.',
    stopped: 'You do not follow anything any more. We have deleted your address.',
  },
  gone: 'No longer in the register',
  stopAll: {
    title: 'Stop everything',
    text: 'We stop all these emails and delete your address.',
    button: 'Stop all emails',
  },
} as const
