/**
 * Offers after the listing: claims, earlier prices, guarantees and testimonials. None of it is computed; an authority checks each
 * line before it goes live. What is charged stands in domain/catalogue.ts alone. Amounts are pence.
 */
export const content = {
  award: {
    heading: 'The Gold Award',
    lead: 'A trophy that shows what your event has earned, engraved with your own words.',
    was: 24_900,
    offer: 'Limited Time: 20% Off',
    included: [
      ['An engraved trophy', 'Cut with the words you choose, up to 50 characters.'],
      ['The Gold mark', 'For your website, tickets and posters, beside the accredited mark.'],
      ['A framed certificate', 'Names your organisation and your event.'],
      ['Delivered to you', 'We ask where it is to go before it leaves the workshop.'],
    ],
  },
  marketing: {
    heading: 'Supercharge Your Event Marketing',
    lead: 'Everything that brings visitors from first hearing of your event to booking it, built and set up for you.',
    was: 149_500,
    save: 50_000,
    parts: [
      ['Landing page', 49_500],
      ['Email campaign', 29_500],
      ['Social assets', 19_500],
      ['Analytics', 29_500],
      ['Setup', 21_500],
    ],
    features: [
      ['Professional landing page', 'One page that answers what visitors ask and leads them to book.'],
      ['7-part automated email sequence', 'From the invitation to the last reminder, sent at the right moment.'],
      ['Social media assets', 'Pictures and texts in the sizes that the networks ask for.'],
      ['Analytics dashboard', 'Shows where bookings come from.'],
      ['AI-powered optimization', 'Headlines and images are tried against each other, and the better one stays.'],
      ['Done-for-you setup within 48 hours', 'You send what you have; we put it together.'],
    ],
    claims: [
      ['3.2x', 'more bookings'],
      ['65%', 'higher conversion'],
      ['48h', 'launch'],
    ],
    guarantees: [
      ['48-hour launch', 'Your campaign is live two days after you have sent your material.'],
      ['30-day results', 'We look at the figures with you after a month, and put right what does not work.'],
      ['Dedicated account manager', 'One person who knows your event and answers you.'],
    ],
    testimonials: [
      [
        'We had the page on Tuesday and the first bookings on Thursday. I only sent photographs.',
        'Organiser of a food festival',
      ],
      [
        'The emails did what I never found the time for. Half of our seats went before the posters were up.',
        'Venue manager',
      ],
      ['For the first time we can see which advertisement sold which ticket.', 'Director of a conference'],
    ],
  },
  ads: {
    heading: 'Final Step: Automated Ticket Sales',
    lead: 'Managed paid advertising: our team runs your campaigns, day by day, while you run your event.',
    features: [
      ['Search and social ads', 'Where people look for something to do, and where they talk about it.'],
      ['Audience targeting', 'By place, interest and what people have booked before.'],
      ['ROI optimization', 'The budget moves to what sells tickets.'],
      ['24/7 monitoring', 'An advertisement that stops working is noticed at night, too.'],
    ],
    included: [
      'Campaign setup and strategy',
      'Ad creative',
      'Daily optimization',
      'Weekly reports',
      'Account manager',
      'Landing page optimization',
    ],
    claims: [
      ['£4.20', 'return per £1'],
      ['35%', 'more attendees'],
      ['48h', 'launch'],
    ],
    guarantee: 'If ticket sales are not improved within 30 days, your first month is free.',
    terms: 'Cancel anytime, no long-term contracts.',
  },
  extras: {
    featured: 'Your event stands first in the listing of accredited events.',
    crest: 'The crest in every format that printers and web designers ask for.',
    review: 'Our designers look through your posters, pages and posts, and write down what to change.',
    advertising: 'Advertising for your event, planned and looked after by our team.',
  },
} as const
