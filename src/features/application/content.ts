import type { RecognitionLevelId } from '../../domain/recognition-levels.ts'

/** What an assessor reads before anything else: the list of step 3. */
export const documentsToPrepare = [
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
  { title: 'Governance', text: 'Who is responsible, and how complaints and refunds are dealt with.' },
]

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
