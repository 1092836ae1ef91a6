import type { RecognitionLevelId } from '../../domain/recognition-levels.ts'

type Document = {
  title: string
  text: string /** The fewest people at one time from which it is asked for. */
  from?: number
}

/** What an assessor reads before anything else: the list of step 3. Larger events have more to show. */
const documents: Document[] = [
  {
    title: 'Public liability insurance',
    text: 'The certificate that covers the day of the event, with its limit of indemnity.',
  },
  { title: 'Risk assessment', text: 'Hazards, who may be harmed and how, and what you do about each.' },
  { title: 'Emergency and evacuation plan', text: 'Routes, assembly points, first aid, and who decides.' },
  { title: 'Safeguarding policy', text: 'How children and adults at risk are protected, and whom they can turn to.' },
  {
    title: 'Licences and permissions',
    text: 'Premises licence or temporary event notice, road closures, music and food registrations.',
  },
  {
    title: 'Protective security',
    text: 'How people would be led out, kept inside or warned in an attack, and who gives the word.',
    from: 200,
  },
  {
    title: 'Premises licence',
    text: 'In England and Wales a temporary event notice covers fewer than 500 people at one time: from here on a licence is needed.',
    from: 500,
  },
  {
    title: 'Crowd management plan',
    text: 'How people arrive, queue, move and leave: capacities of each area, stewards, and signs of trouble.',
    from: 500,
  },
  {
    title: 'Medical and welfare plan',
    text: 'First aid and ambulance cover by number and place, and how it was worked out.',
    from: 1_000,
  },
  {
    title: 'Event safety management plan',
    text: 'The named safety officer, the control room, and the minutes of the safety advisory group.',
    from: 5_000,
  },
  {
    title: 'Traffic management plan',
    text: 'Routes, parking, public transport, and access for the emergency services.',
    from: 5_000,
  },
  { title: 'Governance', text: 'Who is responsible, and how complaints and refunds are dealt with.' },
]

/** The documents for an event of so many people at one time. */
export function documentsFor(capacity: number): { title: string; text: string }[] {
  return documents.filter(({ from = 0 }) => capacity >= from)
}

export const declaration = [
  'the information in this application is correct and complete, as far as you know',
  'you are entitled to apply for this organisation',
  'we may check the information with the company registry and other public sources',
  'you will tell us when something in it changes before the decision',
]

/** What each recognition level brings, by its id. */
export const levelTexts: Record<RecognitionLevelId, string> = {
  listed: 'Your event in the public register, found by name, place and date.',
  verified: 'The listing, with the verified mark beside it and a certificate to show.',
  gold: 'The highest standard: assessed in depth, with the Gold award for your venue.',
  marketing: 'A landing page and a sequence of emails that turn interest into bookings.',
  traffic: 'Managed advertising that brings visitors to your event’s page every month.',
}
