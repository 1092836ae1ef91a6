/** `from`: the fewest people at one time from which it is asked for. */
const documents: { title: string; text: string; from?: number }[] = [
  {
    title: 'Public liability insurance',
    text: 'The certificate for the day of the event, with its limit of indemnity.',
  },
  { title: 'Risk assessment', text: 'Hazards, who may be harmed and how, and what you do about each.' },
  { title: 'Emergency and evacuation plan', text: 'Routes, assembly points, first aid, and who is in charge.' },
  {
    title: 'Safeguarding policy',
    text: 'How you protect children and adults at risk, and who they can go to for help.',
  },
  {
    title: 'Licences and permissions',
    text: 'Premises licence or temporary event notice, road closures, music and food registrations.',
  },
  {
    title: 'Protective security',
    text: 'How you would evacuate people, keep them inside or warn them in an attack, and who decides.',
    from: 200,
  },
  {
    title: 'Premises licence',
    text: 'In England and Wales a temporary event notice covers fewer than 500 people at one time. For more people you need a licence.',
    from: 500,
  },
  {
    title: 'Crowd management plan',
    text: 'How people arrive, queue, move and leave: the capacity of each area, stewards, and warning signs.',
    from: 500,
  },
  {
    title: 'Medical and welfare plan',
    text: 'First aid and ambulance cover: how many, where, and how you worked it out.',
    from: 1_000,
  },
  {
    title: 'Event safety management plan',
    text: 'The name of the safety officer, the control room, and the minutes of the safety advisory group.',
    from: 5_000,
  },
  {
    title: 'Traffic management plan',
    text: 'Routes, parking, public transport, and access for the emergency services.',
    from: 5_000,
  },
  { title: 'Governance', text: 'Who is responsible, and how complaints and refunds are dealt with.' },
]

export function documentsFor(capacity: number): { title: string; text: string }[] {
  return documents.filter(({ from = 0 }) => capacity >= from)
}

export const declaration = [
  'the information in this application is correct and complete, as far as you know',
  'you have the right to apply for this organisation',
  'we may check the information with the company registry and other public sources',
  'you will tell us if anything changes before the decision',
]
