export type Erased = { what: string; count: number }
export type Kept = Erased & { why: string }
/** What an erasure removed, and what stays and why. */
export type ErasureReport = { erased: Erased[]; kept: Kept[] }

export type AdminPrivacyData = {
  /** The address that was looked up; empty before. */
  email: string
  /** What is held about it, by kind; null before a look-up. */
  held: { what: string; count: number }[] | null
  /** Earlier erasures of this address. */
  earlier: { at: string; by: string; reason: string }[]
  report: ErasureReport | null
  reason: string
  problems: { field: string; message: string }[]
  runs: { at: string; removed: { what: string; count: number }[]; total: number }[]
  erasures: { at: string; by: string; reason: string; erased: number; kept: number }[]
}
