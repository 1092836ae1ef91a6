import { adminHref } from '#admin-pages.ts'

/** `failing`: active, and nothing was accepted lately. */
export const endpointViews = ['active', 'failing', 'paused', 'disabled'] as const
type EndpointView = { state: (typeof endpointViews)[number] | null; page: number }

/** @param more the endpoint to ask about, or what was just done. */
export function webhooksHref(
  { state, page }: EndpointView,
  more: { ask?: string | undefined; done?: string | undefined } = {},
): string {
  return adminHref('adminWebhooks', { state, page: page === 1 ? null : page, ...more })
}
