/** The about page, and the fact sheet for the press. */
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
  process: {
    title: 'Accreditation Process',
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
  },
  governance: {
    title: 'Governance',
    paragraphs: [
      'This is a private scheme. We are not a public authority. Accreditation is not a licence and does not replace one.',
      'The people who assess an application do not make the decision. No one with an interest in an event takes part in its decision. Paying for a listing, an award or a service never changes a decision.',
      'An accreditation can lapse, or be suspended or revoked. The register then shows this with the date. We do not remove the entry. Organisers can appeal, and someone who had no part in the decision will look at it again.',
    ],
  },
} as const
