/** What cached pages are made of; the database announces the same names (migrations 00005 to 00010, and 00023). */
export const pageTags = {
  register: 'register',
  registerCity: (cityKey: string) => `register-city:${cityKey}`,
  registerEntry: (slug: string) => `register-entry:${slug}`,
  registerOrganiser: (id: number) => `register-organiser:${id}`,
  registerLog: 'register-log',
  credentials: 'credentials',
  nationalEvents: 'national-events',
  dataFiles: 'data-files',
  partners: 'partners',
  criteria: 'criteria',
  contentFlags: 'content-flags',
  fixed: 'fixed',
} as const
