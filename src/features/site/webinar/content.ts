/**
 * Its claims are in the database (src/features/claims/), its date is set in the admin area. Once it has started, nothing is shown of places
 * left and deadlines, except in the demonstration.
 */
export const content = {
  minutes: 90,
  title: 'AI for marketing and sales',
  eyebrow: 'Free live online webinar',
  lead: 'How event organisers use AI to write, plan and sell, shown step by step with real examples.',
  description: 'A free live online webinar on AI for marketing and sales, for people who organise events.',
  register: 'Reserve my free place',
  past: 'This webinar has taken place. Sign-up is closed.',
  notAnnounced: { title: 'Webinar', text: 'No webinar is announced at the moment.' },
  closed: 'You cannot sign up for the webinar at the moment. If you signed up earlier, you still have your place.',
  confirmed: 'Your place is reserved',
  calendar: 'Add to calendar',
  details: [
    { term: 'Place', details: 'Online, on a video-conference service' },
    { term: 'Length', details: '90 minutes plus Q&A' },
    { term: 'Replay', details: 'Available for 48 hours after the webinar' },
    { term: 'Price', details: 'Free' },
  ],
  results: 'What people said about it',
  urgency: 'Why now',
} as const
