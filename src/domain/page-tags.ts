/** Names of the data that cached pages are made of. The database announces the same words (migrations 00005 to 00010, and 00023). */
export const pageTags = {
  register: 'register',
  registerCity: (cityKey: string) => `register-city:${cityKey}`,
  registerEntry: (slug: string) => `register-entry:${slug}`,
  registerOrganiser: (id: number) => `register-organiser:${id}`,
  /** The public log, at each of its checkpoints. */
  registerLog: 'register-log',
  /** Credentials and their status lists, each time that some were signed. */
  credentials: 'credentials',
  nationalEvents: 'national-events',
  /** The daily files of open data. */
  dataFiles: 'data-files',
  partners: 'partners',
  /** What assessments ask for, in its versions. */
  criteria: 'criteria',
  /** What the admin area switches on and off. */
  contentFlags: 'content-flags',
  /** Pages made of nothing but the program itself. */
  fixed: 'fixed',
} as const
