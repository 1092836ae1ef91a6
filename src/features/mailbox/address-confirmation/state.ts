/** What the page of a link shows. */
export type AddressConfirmationData = {
  /** `unknown`: not of ours, forgotten, or cut off on its way. */
  kind: 'usable' | 'confirmed' | 'expired' | 'unknown'
  token: string
  /** Seconds to wait, where a new link was asked for too often. */
  wait: number | null
  /** A new link is on its way. */
  isSent: boolean
}
