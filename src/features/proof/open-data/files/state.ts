/** What there is to say of a file. */
export type DataFile = {
  day: string
  /** As its address ends: register.csv. */
  name: string
  rows: number
  bytes: number
  sha256: string
  madeAt: string
  /** Of the register: the checkpoint of the public log that it corresponds to; null where nothing was signed. */
  log: { name: string; size: number; checkpoint: string; isExact: boolean } | null
}

/** What the page of the files is made of. */
export type DataPageData = {
  /** Of the newest day; none before the first are made. */
  newest: DataFile[]
  /** All days, the newest first. */
  days: string[]
}
