import type { ExtraId, UpsellId } from '../../domain/catalogue.ts'

type Named = readonly (readonly [name: string, text: string])[]

/** A part of an offer's page. Which figures are claimed and who is quoted is in the database (src/database/claims.ts). */
export type OfferSection =
  | { kind: 'features'; id: string; title: string; items: Named }
  | { kind: 'list'; id: string; title: string; items: readonly string[] }
  | { kind: 'claims' }
  | { kind: 'testimonials'; title: string }
  | { kind: 'notice'; title: string; text: string }

export type Offer = {
  /** Of the page. */
  title: string
  heading: string
  lead: string
  sections: readonly OfferSection[]
  /** What the earlier price is made of, in pence. */
  parts?: readonly (readonly [name: string, pence: number])[]
  badge?: string
  /** Below the price. */
  note?: string
  /** `{price}` is the price. */
  button: string
  skip: string
}

/**
 * Offers after the listing and what is promised with them. None of it is computed; an authority checks each line before it goes live.
 * What is charged stands in domain/catalogue.ts alone.
 */
export const offers = {
  award: {
    title: 'Gold award',
    heading: 'The Gold Award',
    lead: 'A trophy that shows what your event has earned, engraved with your own words.',
    sections: [
      {
        kind: 'features',
        id: 'included',
        title: 'What you get',
        items: [
          ['An engraved trophy', 'Cut with the words you choose, up to 50 characters.'],
          ['The Gold mark', 'For your website, tickets and posters, beside the accredited mark.'],
          ['A framed certificate', 'Names your organisation and your event.'],
          ['Delivered to you', 'We ask where it is to go before it leaves the workshop.'],
        ],
      },
    ],
    button: 'Add the Gold Award — {price}',
    skip: 'No Thanks, Continue',
  },
  marketing: {
    title: 'Marketing package',
    heading: 'Supercharge Your Event Marketing',
    lead: 'Everything that brings visitors from first hearing of your event to booking it, built and set up for you.',
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
          ['Professional landing page', 'One page that answers what visitors ask and leads them to book.'],
          ['7-part automated email sequence', 'From the invitation to the last reminder, sent at the right moment.'],
          ['Social media assets', 'Pictures and texts in the sizes that the networks ask for.'],
          ['Analytics dashboard', 'Shows where bookings come from.'],
          ['AI-powered optimization', 'Headlines and images are tried against each other, and the better one stays.'],
          ['Done-for-you setup within 48 hours', 'You send what you have; we put it together.'],
        ],
      },
      { kind: 'claims' },
      {
        kind: 'features',
        id: 'guarantees',
        title: 'What we promise',
        items: [
          ['48-hour launch', 'Your campaign is live two days after you have sent your material.'],
          ['30-day results', 'We look at the figures with you after a month, and put right what does not work.'],
          ['Dedicated account manager', 'One person who knows your event and answers you.'],
        ],
      },
      { kind: 'testimonials', title: 'What organisers say' },
    ],
    button: 'Get Complete Package — {price}',
    skip: 'Skip This Step',
  },
  ads: {
    title: 'Managed ads',
    heading: 'Final Step: Automated Ticket Sales',
    lead: 'Managed paid advertising: our team runs your campaigns, day by day, while you run your event.',
    note: 'Cancel anytime, no long-term contracts.',
    sections: [
      {
        kind: 'features',
        id: 'features',
        title: 'What we do',
        items: [
          ['Search and social ads', 'Where people look for something to do, and where they talk about it.'],
          ['Audience targeting', 'By place, interest and what people have booked before.'],
          ['ROI optimization', 'The budget moves to what sells tickets.'],
          ['24/7 monitoring', 'An advertisement that stops working is noticed at night, too.'],
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
      {
        kind: 'notice',
        title: 'Guarantee',
        text: 'If ticket sales are not improved within 30 days, your first month is free.',
      },
    ],
    button: 'Start Ads Campaign — {price}/mo',
    skip: 'No Thanks, Complete Setup',
  },
} as const satisfies Record<UpsellId, Offer>

/** What is said of each service that is offered with the paid listing. */
export const extraTexts = {
  featured: 'Your event is shown first in the register.',
  crest: 'The crest in every format that printers and web designers ask for.',
  review: 'Our designers look through your posters, pages and posts, and write down what to change.',
  advertising: 'Advertising for your event, planned and looked after by our team.',
} as const satisfies Record<ExtraId, string>
