/** Words of the front page. What it claims is in the database (src/database/claims.ts). */
export const content = {
  hero: {
    eyebrow: 'The register of accredited events in Britain',
    title: 'Accrediting Excellence In British Events',
    lead: 'We examine how events are run, from safety and safeguarding to insurance and governance, and keep the public register of those that meet the standard.',
    quick: 'Quick Apply (2 mins)',
    full: 'Full Application',
  },
  check: {
    title: 'Is an event accredited?',
    label: 'Event, number, venue, city or organiser',
    button: 'Check the register',
  },
  figures: {
    title: 'The scheme in figures',
    claims: {
      title: 'As published by the authority',
      note: 'Headline figures for the scheme as a whole since it began. Not counted from this register.',
    },
    how: 'How we count',
    live: {
      title: 'In this register now',
      note: 'Counted from the register itself, and counted again whenever it changes.',
      accredited: 'entries accredited now',
      partners: 'active partners',
    },
  },
  process: {
    title: 'Four steps to the mark',
    lead: 'Every applicant takes the same road, whatever the size of the event.',
    steps: [
      {
        title: 'Pre-Assessment',
        text: 'A first look at the organisation and the event shows whether the criteria can be met, and what is still missing.',
      },
      {
        title: 'Evidence & Compliance',
        text: 'Documents are checked against each criterion: safety, safeguarding, insurance and governance.',
      },
      {
        title: 'Independent Panel',
        text: 'People who had no part in the assessment read the file and decide. Their reasons are recorded.',
      },
      {
        title: 'Recognition',
        text: 'The event may use the mark and is listed on the national register, where anybody can check it.',
      },
    ],
  },
  directory: {
    title: 'Featured in the register',
    lead: 'Accredited events that are coming up.',
    all: 'View All Accredited Events',
    none: 'No featured event is coming up at the moment.',
  },
  broadcasters: {
    title: 'Broadcast partners',
    lead: 'Accredited events are reported on by these broadcasters.',
  },
  closing: {
    title: 'Put your event on the register',
    lead: 'An application takes about a quarter of an hour. If you would rather ask first, an assessor will answer.',
    apply: 'Start Your Application',
    talk: 'Speak to an Assessor',
    prices: 'What it costs',
  },
} as const
