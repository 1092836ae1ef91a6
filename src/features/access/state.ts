/** What the page of a link shows. */
export type AccessLinkData =
  | { kind: 'usable'; token: string /** The application is still being written. */; isDraft: boolean }
  /** `unknown`: not of ours, or cut off on its way. */
  | { kind: 'used' | 'expired' | 'unknown'; token: string; wait: number | null }

/** What the page that links are asked for on shows. `wait`: seconds, when it was too often. */
export type AskData = { isSent: boolean; wait: number | null }
