/** What is followed, as people are told: its name, and the path of its page. */
export type NamedSubject = { name: string; address: string }
