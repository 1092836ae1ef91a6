type CrmMessage = {
  /** The same at every attempt, so that a receiver can recognise a repetition. */
  id: string
  body: string
}

type CrmOutcome =
  | { kind: 'delivered'; status: number }
  /** Trying again later may help. `status` is null without an answer; the reason names nobody. */
  | { kind: 'unavailable'; status: number | null; reason: string }

export type Crm = { deliver: (message: CrmMessage) => Promise<CrmOutcome> }
