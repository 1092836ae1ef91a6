import { figure } from '#domain/figures.ts'

/** Its claims are in the database (src/features/claims/). */
export const content = {
  hero: {
    eyebrow: 'The register of accredited events in the United Kingdom',
    title: 'Accrediting Excellence In British Events',
    lead: 'We check how events are run: safety, safeguarding, insurance and governance. Every accredited event is on the public register, which says how far we checked it. Today there are:',
    quick: 'Quick Apply (2 mins)',
    full: 'Full Application',
  },
  /** What each level of what is accredited means, in one line. */
  levels: {
    count: (entries: number, name: string) => `${figure(entries)} ${name}`,
    declared: {
      name: 'declared',
      means: 'we confirmed the organisation. No documents were checked, so the rest is the organiser’s statement.',
    },
    evidence: {
      name: 'documents checked',
      means: 'we also read and accepted the documents that the criteria ask for.',
    },
    assessed: { name: 'assessed', means: 'we scored every criterion, and a second person or a panel decided.' },
  },
  check: {
    title: 'Is an event accredited?',
    label: 'Event, number, venue, city or organiser',
    button: 'Check the register',
  },
  figures: {
    title: 'The scheme in figures',
    claims: {
      title: 'Published by the authority',
      note: 'Headline figures for the whole scheme since it began. They are not counted from this register.',
    },
    how: 'How we count',
    live: {
      title: 'In this register now',
      note: 'Counted from the register, and updated whenever it changes.',
      accredited: 'entries accredited now',
      partners: 'active partners',
    },
  },
  process: {
    title: 'How accreditation works',
    lead: 'The four steps are the same for every event, large or small.',
    steps: [
      {
        title: 'Pre-Assessment',
        text: 'We look at the organisation and the event to see whether they can meet the criteria, and tell you what is missing.',
      },
      {
        title: 'Evidence & Compliance',
        text: 'We check your documents against the criteria for safety, safeguarding, insurance and governance.',
      },
      {
        title: 'Independent Panel',
        text: 'A second assessor, or a panel of three, makes the decision. None of them did the assessment. They record their reasons.',
      },
      {
        title: 'Recognition',
        text: 'You can show the verification badge, and your event is listed on the national register, where anyone can check it.',
      },
    ],
  },
  directory: {
    title: 'Featured in the register',
    lead: 'Accredited events that have not taken place yet. Organisers pay for these places.',
    all: 'View All Accredited Events',
    none: 'There are no featured events at the moment.',
  },
  broadcasters: {
    title: 'Broadcast partners',
    lead: 'These broadcasters report on accredited events.',
  },
  closing: {
    title: 'Put your event on the register',
    lead: 'It takes about 15 minutes to apply. If you have questions first, you can ask an assessor.',
    apply: 'Start Your Application',
    talk: 'Speak to an Assessor',
    prices: 'What it costs',
  },
} as const
