/** One thing that waits for somebody with a duty that this person has. */
export type Waiting = { label: string; count: number; href: string; note: string | null }

export type OverviewData = { waiting: Waiting[] }
