import type { ExtraId, UpsellId } from '#domain/catalogue.ts'

/** A part of an offer's page. Which figures are claimed, who is quoted and what is promised is in the database (src/features/claims/). */
export type OfferSection =
  | { kind: 'features'; id: string; title: string; items: readonly (readonly [name: string, text: string])[] }
  | { kind: 'list'; id: string; title: string; items: readonly string[] }
  | { kind: 'claims' }
  | { kind: 'testimonials'; title: string }
  | { kind: 'promises'; id: string; title: string }
  | { kind: 'promise' }

export type Offer = {
  title: string
  heading: string
  lead: string
  sections: readonly OfferSection[]
  /** What the earlier price is made of, in pence. */
  parts?: readonly (readonly [name: string, pence: number])[]
  badge?: string
  note?: string
  button: string
  skip: string
}

/** None of what is promised is computed: an authority checks each line before it goes live. Prices are in domain/catalogue.ts alone. */
export const offers = {
  award: {
    title: 'Gold award',
    heading: 'The Gold Award',
    lead: 'A trophy for your event, engraved with your own words.',
    sections: [
      {
        kind: 'features',
        id: 'included',
        title: 'What you get',
        items: [
          ['An engraved trophy', 'Engraved with your own text, up to 50 characters.'],
          ['The Gold badge', 'For your website, tickets and posters, beside the verification badge.'],
          ['A framed certificate', 'It shows the names of your organisation and your event.'],
          ['Delivered to you', 'We ask you for the address before we send it.'],
        ],
      },
    ],
    button: 'Add the Gold Award — {price}',
    skip: 'No Thanks, Continue',
  },
  marketing: {
    title: 'Marketing package',
    heading: 'Supercharge Your Event Marketing',
    lead: 'The pages, emails and adverts that help people find your event and book it, made and set up for you.',
    note: 'One-time setup.',
    parts: [
      ['Landing page', 49_500],
      ['Email campaign', 29_500],
      ['Social assets', 19_500],
      ['Analytics', 29_500],
      ['Setup', 21_500],
    ],
    sections: [
      {
        kind: 'features',
        id: 'features',
        title: 'What is in the package',
        items: [
          ['Professional landing page', 'One page with everything that visitors need to know, and a link to book.'],
          ['7-part automated email sequence', 'From the invitation to the last reminder, sent at the right time.'],
          ['Social media assets', 'Pictures and texts in the right sizes for each network.'],
          ['Analytics dashboard', 'Shows where bookings come from.'],
          ['AI-powered optimization', 'We test headlines and images against each other, and keep the better one.'],
          ['Done-for-you setup within 48 hours', 'You send us your material, and we set everything up.'],
        ],
      },
      { kind: 'claims' },
      { kind: 'promises', id: 'guarantees', title: 'What we promise' },
      { kind: 'testimonials', title: 'What organisers say' },
    ],
    button: 'Get Complete Package — {price}',
    skip: 'Skip This Step',
  },
  ads: {
    title: 'Managed ads',
    heading: 'Final Step: Automated Ticket Sales',
    lead: 'Managed paid advertising. Our team runs your campaigns every day while you run your event.',
    note: 'Cancel anytime, no long-term contracts.',
    sections: [
      {
        kind: 'features',
        id: 'features',
        title: 'What we do',
        items: [
          ['Search and social ads', 'Shown to people who search for things to do, and on social media.'],
          ['Audience targeting', 'By place, interest and what people have booked before.'],
          ['ROI optimization', 'We spend the budget on the adverts that sell tickets.'],
          ['24/7 monitoring', 'We notice when an advert stops working, day or night.'],
        ],
      },
      { kind: 'claims' },
      {
        kind: 'list',
        id: 'included',
        title: 'What is included',
        items: [
          'Campaign setup and strategy',
          'Ad creative',
          'Daily optimization',
          'Weekly reports',
          'Account manager',
          'Landing page optimization',
        ],
      },
      { kind: 'promise' },
    ],
    button: 'Start Ads Campaign — {price}/mo',
    skip: 'No Thanks, Complete Setup',
  },
} as const satisfies Record<UpsellId, Offer>

export const extraTexts = {
  featured: 'Your event is shown first in the register.',
  crest: 'The crest in every format that printers and web designers ask for.',
  review: 'Our designers look at your posters, pages and posts, and tell you what to change.',
  advertising: 'Advertising for your event, planned and managed by our team.',
} as const satisfies Record<ExtraId, string>
