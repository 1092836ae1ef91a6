/** What somebody agrees to, as it is stored. */
export const consent =
  'Send me occasional news about accreditation, awards and events. I can unsubscribe at any time with the link in each email.'
