export const contentFlags = [
  {
    name: 'testimonials',
    label: 'Testimonials',
    does: 'Shows quotations from organisers and attendees.',
    where: 'Quick qualification, webinar, offer of the marketing package',
  },
  {
    name: 'claims',
    label: 'Claimed figures',
    does: 'Shows the figures that the authority claims. Figures counted from the register are always shown.',
    where: 'Homepage, quick qualification, offers of the marketing package and of managed ads',
  },
  {
    name: 'savings',
    label: 'Earlier prices',
    does: 'Shows crossed-out earlier prices, what each part would cost, and the saving. It does not change what is charged.',
    where: 'Offers of the Gold award and of the marketing package, package checkout',
  },
  {
    name: 'scarcity',
    label: 'Scarcity and deadlines',
    does: 'Shows how few places are left and that an offer ends soon. Numbers of seats that we count are always shown.',
    where: 'Webinar, offer of the Gold award',
  },
  {
    name: 'webinar',
    label: 'Webinar sign-up',
    does: 'Takes sign-ups until the webinar starts. People who have signed up keep their place.',
    where: 'Webinar',
  },
  {
    name: 'boxing',
    label: 'Boxing night reservations',
    does: 'Takes reservations until the end of the day. Tickets that are reserved stay reserved.',
    where: 'Boxing night',
  },
] as const

export type ContentFlag = (typeof contentFlags)[number]['name']

export type ContentFlags = Record<ContentFlag, boolean>

export function flagsWithout(off: readonly string[]): ContentFlags {
  return Object.fromEntries(contentFlags.map(({ name }) => [name, !off.includes(name)])) as ContentFlags
}
