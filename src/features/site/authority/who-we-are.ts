/** The people are in the database (src/features/claims/). */
export const whoWeAre = {
  title: 'Who we are',
  lead: 'Who runs the scheme, who decides, and what to do when you disagree.',
  people: {
    title: 'People',
    none: 'Write to us to ask who is responsible for what.',
  },
  company: {
    title: 'The company',
    name: 'Name',
    number: 'Company number',
    office: 'Registered office',
    registration: 'Registration',
    vat: 'VAT',
    contact: 'Contact',
  },
  governance: {
    title: 'How decisions are made',
    items: [
      'One member of staff decides whether an application is eligible, and records why.',
      'An assessment is proposed by one assessor and decided by a second, or by a panel of three.',
      'People must declare any interest in an organisation, and then take no part in its decision.',
      'People who decide do not see what an applicant has bought.',
      'Every decision is recorded with its date and reasons. Records are never changed.',
    ],
    standards: 'What we check',
    figures: 'Prices and terms',
  },
  disagree: {
    title: 'If you disagree',
    items: [
      {
        title: 'Appeal',
        text: 'An applicant can appeal within 30 days. Someone who had no part in the decision looks at it again.',
      },
      {
        title: 'Complain',
        text: 'Anyone can complain about how we worked.',
        link: { page: 'complaints', label: 'Make a complaint' },
      },
      {
        title: 'Ask',
        text: 'If something is unclear, ask us first. It is often the quickest way.',
        link: { page: 'contact', label: 'Contact us' },
      },
    ],
  },
  limits: {
    title: 'What an accreditation does not say',
    items: [
      'It is not a licence, and does not replace any permission that you need by law.',
      'It does not promise that nothing will go wrong at an event.',
      'It says what was checked, how far and on which day. The register entry shows this.',
      'We are a private company. We are not a public authority, and not the national accreditation body.',
    ],
  },
} as const
