import type { CrmStatus, CrmUpdateState } from './rules.ts'

export type ListedUpdate = {
  id: string
  applicationId: string
  reference: string
  title: string
  status: CrmStatus
  levels: string[]
  state: CrmUpdateState
  createdAt: string
  /** The last first. Times are ISO in UTC. */
  attempts: { at: string; httpStatus: number | null; outcome: string }[]
  /** Whether it can be sent once more by hand. */
  canSend: boolean
}

/** What the page of the CRM's updates is made of. */
export type AdminCrmData = {
  state: CrmUpdateState | null
  updates: ListedUpdate[]
  isConnected: boolean
  notice: 'sent' | 'unchanged' | null
  firstHref: string | null
  nextHref: string | null
}
