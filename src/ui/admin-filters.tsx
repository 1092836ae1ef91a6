import type { ReactNode } from 'react'
import { Button, ButtonLink } from './button.tsx'

/** Most fields of such a form are as wide as what they hold, and share a narrow screen. */
export const filterField = 'grow sm:grow-0'

/**
 * The form above a list of the admin area that narrows it: its fields, the button that applies them, and the way back to the whole list.
 * It stands in the address, so it works without a script and can be shared.
 *
 * @param filters what the list is narrowed by: the form begins anew when it changes.
 * @param clearHref the list without filters; null while there is none.
 */
export function AdminFilters({
  action,
  filters,
  clearHref,
  sort,
  children,
}: {
  action: string
  filters: unknown
  clearHref: string | null
  /** How the list is sorted, as its address carries it; it stays so. */
  sort?: string | null
  children: ReactNode
}) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser that we serve.
    <form
      key={JSON.stringify(filters)}
      role="search"
      method="get"
      action={action}
      className="mt-6 flex flex-wrap items-end gap-4"
    >
      {sort && <input type="hidden" name="sort" value={sort} />}
      {children}
      <Button type="submit" variant="quiet">
        Apply filters
      </Button>
      {clearHref && (
        <ButtonLink variant="link" href={clearHref}>
          Clear filters
        </ButtonLink>
      )}
    </form>
  )
}
