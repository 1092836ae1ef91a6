import { fewestCases } from '#domain/median.ts'
import { promisedHours } from '#domain/office-hours.ts'

export const content = {
  title: 'How we count',
  lead: 'What each figure on this site counts, and how well we keep our own promises.',
  claims: {
    title: 'What the authority claims',
    text: 'Headline figures for the whole scheme. They are not counted from this register. Each figure has its date and source.',
  },
  live: {
    title: 'What is counted from the registers',
    text: 'Updated whenever a register changes.',
    caption: 'Figures that are counted from the registers',
    columns: ['Figure', 'Now', 'What it counts'],
    accredited: {
      name: 'Entries accredited now',
      means: 'Entries of our register that are accredited today, at any level. This is the figure on the homepage.',
    },
    entries: {
      name: 'Entries in all',
      means: 'Every entry of our register, whatever its status. We do not remove an entry when an accreditation ends.',
    },
    upcoming: {
      name: 'Upcoming accredited events',
      means:
        'Entries accredited now whose event takes place today or later, or has no date: all that the list of this name shows.',
    },
    national: {
      name: 'Events in the National Events Database',
      means:
        'Public events that are listed for information. Being in this database does not mean that an event is accredited.',
    },
    nationalAccredited: {
      name: 'Accredited events in that database',
      means:
        'Events of the database whose entry in our register is accredited today. Most entries of our register are not in that database, so this figure is smaller than the number of our entries.',
    },
    partners: { name: 'Active partners', means: 'Organisations named on our partners page today.' },
    found: {
      name: '"Event(s) found" in a list',
      value: 'Differs',
      means:
        'Entries that match the search and the filters, whatever their status. ‘Accredited now’ shows only those accredited now.',
    },
  },
  status: {
    title: 'Register entries by status',
    caption: 'How many entries have each status',
    columns: ['Status', 'Entries', 'What it means'],
    log: 'Every change, by kind and year, in the public log',
  },
  service: {
    title: 'How well we do',
    caption: 'Public service figures of the last twelve months',
    columns: ['Figure', 'Last 12 months', 'What it counts'],
    decision: {
      name: 'Time to a decision on an application',
      means:
        'The median: half of the applications were decided faster. From the day an application is sent to the first decision by a person, in calendar days. Applications that are approved at once, because the company registry confirmed them, are not counted.',
    },
    assessment: {
      name: 'Time to the decision of an assessment',
      means:
        'The median from the day an application is sent to the decision of its first assessment, in calendar days. It includes the time that we wait for evidence.',
    },
    applicationsInTime: {
      name: 'Applications answered within the promised time',
      means: `Applications on which our team asked a question or decided within ${promisedHours.application} office hours, our promise for application support. Applications that were approved at once are not counted. Those still waiting after that time count as late.`,
    },
    enquiriesInTime: {
      name: 'Enquiries answered within the promised time',
      means: `Messages from the contact page that were marked as answered within ${promisedHours.general} office hours, our promise for general enquiries. Those still open after that time count as late.`,
    },
    concernsUpheld: {
      name: 'Concerns upheld',
      means: 'Of the concerns about accredited events that we decided, those that we upheld.',
    },
    complaintsUpheld: {
      name: 'Complaints upheld',
      means: 'Of the complaints about us that we answered, those that we upheld in whole or in part.',
    },
    appealsUpheld: {
      name: 'Appeals upheld',
      means: 'Of the appeals against our decisions that we decided, those in which the decision was changed.',
    },
    officeHours: 'Office hours are Monday to Friday, 9:00 AM to 5:30 PM. Bank holidays count like other days.',
    few: 'Too few to tell',
    fewMeans: `We do not give a figure that is based on fewer than ${fewestCases} cases.`,
  },
} as const
