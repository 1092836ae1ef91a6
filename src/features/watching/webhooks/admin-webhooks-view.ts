import { adminHref } from '#admin-pages.ts'
import type { ListPages } from '#wire/list-pages.ts'
import type { DisabledBy, EndpointState } from './rules.ts'

/** Which part of the admin area's list of endpoints is shown. `failing`: active, and nothing was accepted lately. */
export const endpointViews = ['active', 'failing', 'paused', 'disabled'] as const
export type EndpointView = { state: (typeof endpointViews)[number] | null; page: number }

export type AdminWebhooksData = {
  view: EndpointView
  endpoints: {
    id: string
    address: string
    /** The server in the address. */
    host: string
    email: string
    follows: string
    state: EndpointState
    disabledBy: DisabledBy | null
    failingSince: string | null
    deliveredAt: string | null
    createdAt: string
    waiting: number
    failed: number
  }[]
  /** The endpoint that is asked about before it is disabled, and how many that are not switched off send to its server. */
  asked: { id: string; atHost: number } | null
  notice: 'disabled' | 'all-disabled' | 'unchanged' | null
  pages: ListPages
}

/** The address of a part of the list. @param more the endpoint to ask about, or what was just done there, said once. */
export function webhooksHref(
  { state, page }: EndpointView,
  more: { ask?: string; done?: AdminWebhooksData['notice'] } = {},
): string {
  return adminHref('adminWebhooks', { state, page: page === 1 ? null : page, ...more })
}
