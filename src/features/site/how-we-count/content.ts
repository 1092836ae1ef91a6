import { promisedHours } from '../contact/rules.ts'
import { fewestCases } from './rules.ts'

/** Words of the page that says what each figure of the site counts. */
export const content = {
  title: 'How we count',
  lead: 'What each figure on this site counts, since when, and how well we keep our own promises.',
  claims: {
    title: 'What the authority claims',
    text: 'Headline figures for the scheme as a whole. They are not counted from this register, and each names its date and its source.',
  },
  live: {
    title: 'What is counted from the registers',
    text: 'Counted again whenever a register changes.',
    caption: 'Figures that are counted from the registers',
    columns: ['Figure', 'Now', 'What it counts'],
    accredited: {
      name: 'Entries accredited now',
      means: 'Entries of our register whose status is Accredited. This is the figure on the front page.',
    },
    entries: {
      name: 'Entries in all',
      means: 'Every entry of our register, whatever its status: an entry is not removed when an accreditation ends.',
    },
    upcoming: {
      name: 'Upcoming accredited events',
      means:
        'Entries accredited now whose event takes place today or later. Entries without a date are not among them.',
    },
    national: {
      name: 'Events in the National Events Database',
      means: 'Public events that are listed for information. Being listed there is no accreditation.',
    },
    nationalAccredited: {
      name: 'Accredited events in that database',
      means:
        'Those of them that the database marks as accredited. Most of our register is not in that database, so this figure is smaller than that of our own entries.',
    },
    partners: { name: 'Active partners', means: 'Organisations that our partners page names today.' },
    found: {
      name: '"Event(s) found" in a list',
      value: 'Differs',
      means:
        'Entries that match the search and the filters, of every status. "Verified only" leaves those accredited now.',
    },
  },
  status: {
    title: 'Register entries by status',
    caption: 'How many entries have each status',
    columns: ['Status', 'Entries', 'What it means'],
  },
  service: {
    title: 'How well we do',
    caption: 'Public service figures of the last twelve months',
    columns: ['Figure', 'Last 12 months', 'What it counts'],
    decision: {
      name: 'Time to a decision on an application',
      means:
        'The median: half of the applications were decided faster. From the day an application is sent to the first decision that a person takes on it, in calendar days. Applications that the company register confirmed are approved at once and are left out.',
    },
    assessment: {
      name: 'Time to the decision of an assessment',
      means:
        'The median from the day an application is sent to the decision of its first assessment, in calendar days. It includes the time in which we wait for evidence.',
    },
    applicationsInTime: {
      name: 'Applications answered within the promised time',
      means: `Applications on which somebody of our team asked a question or decided within ${promisedHours.application} office hours, our promise for application support. Applications that were approved at once are left out; those still waiting after that time count as late.`,
    },
    enquiriesInTime: {
      name: 'Enquiries answered within the promised time',
      means: `Messages from the contact page that were marked as answered within ${promisedHours.general} office hours, our promise for general enquiries. Those still open after that time count as late.`,
    },
    concernsUpheld: {
      name: 'Concerns upheld',
      means:
        'Of the concerns about accredited events that were settled with a finding, those in which the reporter was right.',
    },
    complaintsUpheld: {
      name: 'Complaints upheld',
      means: 'Of the complaints about us that were answered, those in which the person was right, in whole or in part.',
    },
    appealsUpheld: {
      name: 'Appeals upheld',
      means: 'Of the appeals against our decisions that were settled, those in which the decision was changed.',
    },
    officeHours: 'Office hours are Monday to Friday, 9:00 AM to 5:30 PM. Bank holidays count like other days.',
    few: 'Too few to tell',
    fewMeans: `A figure that would be made of fewer than ${fewestCases} cases is not given.`,
  },
} as const
