import { query } from '../../../../database/query.ts'
import type { CrmStatus, CrmUpdateState } from '../rules.ts'

export type WaitingUpdate = {
  id: string
  application_id: string
  reference: string
  status: CrmStatus
  selected_options: string[]
  attempts: number
  created_at: string
}

export const findApplication = query<[id: string], { id: string; organisation_id: string }>('crm/find-application')

export const addUpdate = query<
  [applicationId: string, status: CrmStatus, selectedOptions: string[], state: 'waiting' | 'kept'],
  { id: string }
>('crm/add-update')

export const findWaitingUpdate = query<[updateId: string], WaitingUpdate>('crm/find-waiting-update')

export const noteDelivery =
  query<[updateId: string, httpStatus: number | null, outcome: string, state: 'waiting' | 'delivered' | 'failed']>(
    'crm/note-delivery',
  )

export type UpdateRow = {
  id: string
  application_id: string
  reference: string
  title: string
  status: CrmStatus
  selected_options: string[]
  state: CrmUpdateState
  created_at: string
  attempts: { at: string; httpStatus: number | null; outcome: string }[]
}

export const listUpdates = query<[state: CrmUpdateState | null, before: string | null, most: number], UpdateRow>(
  'crm/list-updates',
)

export const wakeUpdate = query<[updateId: string], { id: string; application_id: string }>('crm/wake-update')
