import { Children, isValidElement, type ReactNode } from 'react'
import { londonDateOf } from '#domain/london-time.ts'
import { Button, ButtonLink } from './button.tsx'
import { Icon } from './icon.tsx'
import { SearchForm } from './search-form.tsx'

/** Most fields are as wide as what they hold, and share a narrow screen. */
export const filterField = 'grow sm:grow-0'

/**
 * The filters are in the address, so they work without a script and can be shared. On a phone the form is closed and says what is set: the
 * fields are its direct children, whose label and value are read.
 * @param filters the form begins again when they change. @param clearHref the list without filters; null while there are none.
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
  /** The sorting stays. */
  sort?: string | null
  children: ReactNode
}) {
  const set = Children.toArray(children).map(setWords).filter(Boolean).join(', ')
  return (
    <SearchForm key={JSON.stringify(filters)} method="get" action={action} className="mt-6">
      {/* The fields follow it and are not in it: a wide screen always shows them, which no browser does for a closed one. */}
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

/** In a few words; nothing while the field does not narrow the list. */
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
