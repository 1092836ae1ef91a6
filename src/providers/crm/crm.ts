type CrmMessage = {
  /** The same at every attempt: a receiver that got a message twice can tell. */
  id: string
  /** JSON, sent and signed word for word. */
  body: string
}

type CrmOutcome =
  | { kind: 'delivered'; status: number }
  /** Not taken: trying again later may help. `status` is null when there was no answer; the reason names nobody. */
  | { kind: 'unavailable'; status: number | null; reason: string }

/** Hands messages over to the sales side's system. Never throws. */
export type Crm = { deliver: (message: CrmMessage) => Promise<CrmOutcome> }
