import type { ListPages } from '#wire/list-pages.ts'
import type { CrmView } from './crm-view.ts'
import type { CrmNews, CrmStatus, CrmUpdateState } from './rules.ts'

export type ListedUpdate = {
  id: string
  applicationId: string
  reference: string
  title: string
  status: CrmStatus | CrmNews
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
  view: CrmView
  updates: ListedUpdate[]
  isConnected: boolean
  notice: 'sent' | 'unchanged' | null
  pages: ListPages
}
