import { Children, isValidElement, type ReactNode } from 'react'
import { londonDateOf } from '#domain/london-time.ts'
import { Button, ButtonLink } from './button.tsx'
import { Icon } from './icon.tsx'
import { SearchForm } from './search-form.tsx'

/** Most fields of such a form are as wide as what they hold, and share a narrow screen. */
export const filterField = 'grow sm:grow-0'

/**
 * The form above a list of the admin area that narrows it: its fields, the button that applies them, and the way back to the whole list.
 * It stands in the address, so it works without a script and can be shared. On a phone it is closed until it is asked for, and says what
 * is set: the fields are its direct children, and tell their label and value.
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
  const set = Children.toArray(children).map(setWords).filter(Boolean).join(', ')
  return (
    <SearchForm key={JSON.stringify(filters)} method="get" action={action} className="mt-6">
      {/* The fields follow it instead of standing in it: a wide screen always shows them, which no browser does for a closed one. */}
      <details className="filters-fold">
        <summary>
          <Icon icon="i-sliders-horizontal" />
          <span className="grow">{set ? `Filters: ${set}` : 'Filters'}</span>
          <Icon icon="i-chevron-down" />
        </summary>
      </details>
      <div className="filters-fields">
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
      </div>
    </SearchForm>
  )
}

/** What a field narrows the list by, in a few words; nothing while it does not. */
function setWords(field: ReactNode): string {
  if (!isValidElement<FilterField>(field) || !field.props.label) return ''
  const { label, type, options, defaultValue, defaultChecked } = field.props
  if (defaultChecked) return label
  if (!defaultValue || defaultChecked !== undefined) return ''
  if (options) return `${label} ${options.find(({ value }) => value === defaultValue)?.label ?? defaultValue}`
  if (type !== 'date') return `“${defaultValue}”`
  return `${label} ${Number.isNaN(Date.parse(defaultValue)) ? defaultValue : londonDateOf(`${defaultValue}T12:00:00Z`)}`
}

type FilterField = {
  label?: string
  type?: string
  options?: readonly { value: string; label: string }[]
  defaultValue?: string
  defaultChecked?: boolean
}
