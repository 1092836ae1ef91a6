import { adminHref } from '#admin-pages.ts'

/** Which endpoints the list shows. `failing`: active, and nothing was accepted lately. */
export const endpointViews = ['active', 'failing', 'paused', 'disabled'] as const
export type EndpointView = { state: (typeof endpointViews)[number] | null; page: number }

/** The address of a part of the list. @param more the endpoint to ask about, or what was just done there. */
export function webhooksHref(
  { state, page }: EndpointView,
  more: { ask?: string | undefined; done?: string | undefined } = {},
): string {
  return adminHref('adminWebhooks', { state, page: page === 1 ? null : page, ...more })
}
