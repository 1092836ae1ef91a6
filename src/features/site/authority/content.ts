export const about = {
  title: 'About the Authority',
  lead: 'We run a private scheme that checks how events in the United Kingdom are run, and a public register of the events that are accredited.',
  mission: {
    title: 'Our Mission',
    paragraphs: [
      'People who buy a ticket, hire out a hall or sponsor an event cannot see how it is run. We check how it is organised before it takes place, and publish what we found.',
      'The scheme has four pillars. Every criterion belongs to one of them.',
    ],
    pillars: [
      {
        title: 'Professional excellence',
        text: 'Competent people, clear responsibilities, good planning and honest accounts.',
      },
      {
        title: 'Safety and compliance',
        text: 'Risks are managed, the event follows the law, and it has the right insurance.',
      },
      {
        title: 'Customer experience',
        text: 'Visitors get what they paid for: fair terms, access for everyone, and answers to complaints.',
      },
      {
        title: 'Sustainable practices',
        text: 'Waste, travel and energy are planned, with care for the place and its neighbours.',
      },
    ],
  },
  standards: {
    title: 'Standards & Criteria',
    text: 'You send evidence for each criterion. If a criterion does not apply to your event, we record why.',
  },
  process: {
    title: 'Accreditation Process',
    text: 'This is the process of our homepage, in other words.',
    steps: [
      {
        title: 'Application',
        text: 'You tell us about your organisation and event, and send us your documents.',
      },
      {
        title: 'AI-assisted assessment',
        text: 'Software compares the application with the criteria and with public records, and shows what is missing.',
      },
      {
        title: 'Expert review',
        text: 'An assessor reads the evidence and asks about anything that is unclear. We record the reason for every decision.',
      },
      {
        title: 'Certification and listing',
        text: 'An accredited event gets a certificate and an entry in the public register.',
      },
    ],
    apply: 'Apply for accreditation',
  },
  benefits: {
    title: 'Member Benefits',
    items: [
      {
        title: 'Verification badge',
        text: 'You can show the badge on tickets, posters and websites while your event is accredited.',
      },
      {
        title: 'A register entry',
        text: 'A page for your event that anyone can check, with dates, status and certificate number.',
      },
      {
        title: 'A certificate',
        text: 'A numbered certificate to show to venues, insurers and licensing officers.',
      },
      { title: 'Awards', text: 'Accredited events can enter the annual awards programme.' },
      { title: 'Support', text: 'Assessors answer your questions about the criteria before and after the event.' },
      { title: 'Visibility', text: 'Anyone can find your event in the register, on its map and in its feeds.' },
    ],
  },
  governance: {
    title: 'Governance',
    paragraphs: [
      'This is a private scheme. We are not a public authority. Accreditation is not a licence and does not replace one.',
      'The people who assess an application do not make the decision. No one with an interest in an event takes part in its decision. Paying for a listing, an award or a service never changes a decision.',
      'An accreditation can lapse, or be suspended or revoked. The register then shows this with the date. We do not remove the entry. Organisers can appeal, and someone who had no part in the decision will look at it again.',
    ],
    contact: 'Contact us about a decision',
  },
} as const

/** Who has won is in the database (src/features/claims/). */
export const awards = {
  title: 'Awards Programme',
  lead: 'Our annual awards for accredited events that did more than meet the criteria.',
  categories: {
    title: 'Award categories',
    items: [
      {
        title: 'Outstanding Event Excellence',
        text: 'For the best planned, staffed and delivered event of the year.',
        criteria: [
          'Minimum 95% attendee satisfaction',
          'Delivery to plan, on time and within budget',
          'New ideas that other events can learn from',
        ],
      },
      {
        title: 'Sustainability Leadership',
        text: 'For an event that did most to reduce its effect on the environment.',
        criteria: [
          'Measured waste, travel and energy',
          'Suppliers chosen for their environmental record',
          'Results published for others to check',
        ],
      },
      {
        title: 'Community Impact Award',
        text: 'For an event that made a lasting difference to its community.',
        criteria: [
          'Local people as leaders, staff and visitors',
          'Open to people who are often left out',
          'Benefits that lasted after the event',
        ],
      },
    ],
  },
  judging: {
    title: 'Judging criteria',
    text: 'There are four criteria. Each counts for 25% of the score.',
    items: [
      { title: 'Innovation', share: '25%', text: 'New ideas that worked.' },
      { title: 'Execution', share: '25%', text: 'Planning, safety and delivery.' },
      { title: 'Satisfaction', share: '25%', text: 'What attendees and staff said afterwards.' },
      { title: 'Impact', share: '25%', text: 'What the event changed, and who benefited.' },
    ],
  },
  process: {
    title: 'Awards process',
    steps: [
      { title: 'Submissions open', text: 'Every January, for events that took place within the past 12 months.' },
      {
        title: 'Eligibility check',
        text: 'We check that the accreditation is current and that documents support your figures.',
      },
      { title: 'Judging', text: 'Judges with no interest in an entry score it separately, then compare their scores.' },
      { title: 'Announcement', text: 'Winners are told first, then published here and to the press.' },
    ],
  },
  eligibility: {
    title: 'Who may enter',
    items: ['Events with a current accreditation', 'Events that operated within the past 12 months'],
    apply: 'Apply for accreditation',
  },
  benefits: {
    title: 'Winner benefits',
    items: [
      'The winner’s badge for a year',
      'An engraved award',
      'The award shown on your register entry',
      'Your event named in the press release and media assets',
    ],
  },
  winners: {
    title: (year: string) => `${year} winners`,
    caption: 'Winners by award',
  },
} as const
