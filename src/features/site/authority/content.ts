/** Words of the about page. */
export const about = {
  title: 'About the Authority',
  lead: 'A private scheme that examines how events in Britain are run, and a public register of those that meet its standard.',
  mission: {
    title: 'Our Mission',
    paragraphs: [
      'Anyone who buys a ticket, lets a hall or lends a name to an event takes something on trust. We replace that trust with evidence: we look at how the event is organised before it takes place, and say openly what we found.',
      'Four things decide whether an event is well run. They are the pillars of the scheme, and every criterion belongs to one of them.',
    ],
    pillars: [
      { title: 'Professional excellence', text: 'Competent people, clear duties, sound planning and honest accounts.' },
      {
        title: 'Safety and compliance',
        text: 'Risks are known and managed, the law is kept, and the right insurance is in use.',
      },
      {
        title: 'Customer experience',
        text: 'What is sold is what is given: fair terms, access for everyone, complaints answered.',
      },
      {
        title: 'Sustainable practices',
        text: 'Waste, travel and power are planned for, with care for the place and its neighbours.',
      },
    ],
  },
  standards: {
    title: 'Standards & Criteria',
    text: 'An applicant shows evidence for each of these. A criterion that does not apply is marked so, with the reason.',
  },
  process: {
    title: 'Accreditation Process',
    text: 'Four steps lead from the form to the register.',
    steps: [
      {
        title: 'Application',
        text: 'The organiser describes the organisation and the event, and sends the documents to our compliance team.',
      },
      {
        title: 'AI-assisted assessment',
        text: 'Software compares the application with the criteria and with public records, and points out what is missing.',
      },
      {
        title: 'Expert review',
        text: 'An assessor reads the evidence and asks for what is unclear. Every decision is recorded with its reason.',
      },
      {
        title: 'Certification and listing',
        text: 'An accredited event receives its certificate and its entry in the public register, for as long as it stands.',
      },
    ],
    apply: 'Apply for accreditation',
  },
  benefits: {
    title: 'Member Benefits',
    items: [
      {
        title: 'The mark',
        text: 'Use of the accreditation mark on tickets, posters and websites while the accreditation stands.',
      },
      {
        title: 'A register entry',
        text: 'A page of its own that anybody can check, with dates, status and certificate number.',
      },
      {
        title: 'A certificate',
        text: 'A numbered certificate for venues, insurers and licensing officers who ask for one.',
      },
      { title: 'Awards', text: 'Accredited events may enter the annual awards programme.' },
      { title: 'Support', text: 'Assessors who answer questions on the criteria before and after the event.' },
      { title: 'Visibility', text: 'Partners and the press take the names of well-run events from the register.' },
    ],
  },
  governance: {
    title: 'Governance',
    paragraphs: [
      'The scheme is a private one. It is not a public authority, grants no licence and does not replace one.',
      'Those who assess an application do not decide on it, and nobody who has an interest in an event takes part in its decision. Payment for a listing, an award or a service never changes a decision.',
      'An accreditation can lapse, be suspended or be revoked. The register then says so, with the date, instead of hiding the entry. An organiser may ask for a decision to be looked at again by people who had no part in it.',
    ],
    contact: 'Ask us about a decision',
  },
} as const

/** Words of the awards page. */
export const awards = {
  title: 'Awards Programme',
  lead: 'Once a year the scheme honours accredited events that did more than meet the standard.',
  categories: {
    title: 'Award categories',
    items: [
      {
        title: 'Outstanding Event Excellence',
        text: 'For an event that was planned, staffed and delivered better than anything like it that year.',
        criteria: [
          'Minimum 95% attendee satisfaction',
          'Delivery to plan, on time and within budget',
          'Something new that others can learn from',
        ],
      },
      {
        title: 'Sustainability Leadership',
        text: 'For an event that left its place and the climate better off than such events usually do.',
        criteria: [
          'Measured waste, travel and energy',
          'Suppliers chosen with care',
          'Results published for others to check',
        ],
      },
      {
        title: 'Community Impact Award',
        text: 'For an event that did lasting good where it took place.',
        criteria: [
          'Local people in charge, at work and among the visitors',
          'Open to those who are usually left out',
          'An effect that lasted beyond the event',
        ],
      },
    ],
  },
  judging: {
    title: 'Judging criteria',
    text: 'Four criteria, each a quarter of the mark.',
    items: [
      { title: 'Innovation', share: '25%', text: 'New ideas that worked.' },
      { title: 'Execution', share: '25%', text: 'Planning, safety and delivery.' },
      { title: 'Satisfaction', share: '25%', text: 'What attendees and staff said afterwards.' },
      { title: 'Impact', share: '25%', text: 'What the event changed, and for whom.' },
    ],
  },
  process: {
    title: 'Awards process',
    steps: [
      { title: 'Submissions open', text: 'Every January, for events that took place within the past 12 months.' },
      {
        title: 'Eligibility check',
        text: 'We check that the accreditation is current and the figures can be backed by documents.',
      },
      { title: 'Judging', text: 'Judges who have no interest in an entry mark it on their own, then compare.' },
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
      'The winner’s mark for a year',
      'An engraved award',
      'A note on the register entry',
      'A place in the press release and the media assets',
    ],
  },
  winners: {
    title: '2024 winners',
    caption: 'Winners by award',
    note: 'These winners are invented: they stand here until an authority enters its own.',
    items: [
      {
        award: 'Outstanding Event Excellence',
        event: 'Tarnlight Lantern Festival',
        organiser: 'Tarnlight Arts',
        place: 'Kendal',
      },
      {
        award: 'Sustainability Leadership',
        event: 'Wrenfield Makers’ Weekend',
        organiser: 'Wrenfield Guild',
        place: 'Hereford',
      },
      {
        award: 'Community Impact Award',
        event: 'Saltmarsh Harbour Day',
        organiser: 'Saltmarsh Harbour Trust',
        place: 'Whitby',
      },
    ],
  },
} as const
