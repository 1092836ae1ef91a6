/** Of the ledger's rows, with what each says and whether it makes the balance at the provider grow (1), shrink (-1) or either (0). */
export const movementKinds = {
  payment: { words: 'Payment', sign: 1 },
  renewal: { words: 'Renewal', sign: 1 },
  'refund-asked': { words: 'Refund asked for', sign: -1 },
  /** The provider did not make it. */
  'refund-refused': { words: 'Refund refused', sign: -1 },
  'refund-sent': { words: 'Refund sent', sign: -1 },
  /** It came back. */
  'refund-failed': { words: 'Refund failed', sign: 1 },
  'dispute-opened': { words: 'Dispute opened', sign: -1 },
  'dispute-won': { words: 'Dispute won', sign: 1 },
  'dispute-lost': { words: 'Dispute lost', sign: -1 },
  'dispute-fee': { words: 'Fee of a dispute', sign: 0 },
  fee: { words: 'Fee', sign: 0 },
  payout: { words: 'Payout', sign: -1 },
  'payout-returned': { words: 'Payout returned', sign: 1 },
  /** Anything else that the provider adds to the balance or takes off it. */
  credit: { words: 'Credit', sign: 0 },
} as const satisfies Record<string, { words: string; sign: -1 | 0 | 1 }>

export type MovementKind = keyof typeof movementKinds

export const movementSourceWords = {
  event: 'The provider’s event',
  site: 'Asked of the provider by the site',
  reconciliation: 'Comparison with the provider',
  import: 'Brought in from before the ledger',
}
export type MovementSource = keyof typeof movementSourceWords
