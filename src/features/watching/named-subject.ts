/** What is followed, as people are told: its name, the path of its page, and of its dates as a calendar, null without one. */
export type NamedSubject = { name: string; address: string; calendar: string | null }
