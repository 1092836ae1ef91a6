import { type FocusEvent, type FormEvent, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { assuranceLevels, assuranceNames } from '../../domain/assurance.ts'
import { type EventCategory, eventCategories } from '../../domain/categories.ts'
import { figure } from '../../domain/figures.ts'
import { registerStatuses, registerStatusNames } from '../../domain/register-status.ts'
import { href } from '../../pages.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Checkbox } from '../../ui/choices.tsx'
import { Disclosure } from '../../ui/disclosure.tsx'
import { SearchInput, Select, TextInput } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useSuggestions } from '../../ui/use-suggestions.tsx'
import type { ListingsData, ListingsFilters } from './listings-page.tsx'
import { monthName, monthsAfter } from './when.ts'

const searchLabel = 'Search by title or venue'
/** Months that can be chosen by name, after this one. */
const monthsAhead = 6

/**
 * Search and filters: an ordinary form that asks by GET. With a script a choice takes effect at once, and the fields follow the address;
 * without one the buttons apply what was chosen.
 */
export function ListingFilters({ data }: { data: ListingsData }) {
  const { filters, facets, sort } = data
  const [, navigate] = useLocation()
  const form = useFollowingFields(filters)
  const { q, ...others } = filters
  const chosen = Object.values(others).filter(Boolean).length
  const isFiltered = chosen > 0 || q !== ''

  /** Goes to what the form says, but for what is said here. */
  const apply = (change: Partial<ListingsFilters> = {}) => {
    const said = Object.keys(filters).map((name) => {
      const field = fieldOf(form.current, name)!
      return [name, field.type === 'checkbox' ? (field as HTMLInputElement).checked : field.value.trim()]
    })
    navigate(href('listings', { ...Object.fromEntries(said), ...change, sort }))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    apply()
  }
  const box = useRef<HTMLInputElement>(null)
  const found = useSuggestions({ id: 'q', label: searchLabel, box, onTake: ({ url }) => navigate(url) })
  const city = useRef<HTMLInputElement>(null)
  const cities = useSuggestions({
    id: 'city',
    label: 'City',
    box: city,
    query: { of: 'city' },
    least: 0,
    onTake: ({ title }) => apply({ city: title }),
  })
  const now = { onChange: () => apply() }
  // A day is chosen part by part: it takes effect when the field is left.
  const afterwards = {
    onBlur: ({ target: { name, value } }: FocusEvent<HTMLInputElement>) =>
      value !== filters[name as 'from' | 'to'] && apply(),
  }
  const counted = (label: string, entries: number | undefined) =>
    entries === undefined ? label : `${label} (${figure(entries)})`
  /** Those that lead to something, as far as that is counted. */
  const offered = (options: { value: string; label: string; entries: number | undefined }[], chosen: string) =>
    options
      .filter(({ value, entries }) => entries !== 0 || value === chosen)
      .map(({ value, label, entries }) => ({ value, label: counted(label, entries) }))

  return (
    // biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser that we serve.
    <form
      ref={form}
      role="search"
      action={href('listings')}
      method="get"
      onSubmit={submit}
      className="mt-8 flex flex-wrap items-end gap-4"
    >
      <div className="relative basis-full lg:basis-0 lg:grow max-w-form">
        <SearchInput
          name="q"
          ref={box}
          label={searchLabel}
          hint="Or by city, organiser or register number, in any order"
          defaultValue={q}
          maxLength={100}
          {...found.field}
        />
        {found.list}
      </div>
      {sort && <input type="hidden" name="sort" value={sort} />}
      <Disclosure
        open={chosen > 0 || undefined}
        className="basis-full lg:basis-48 open:basis-full"
        summary={
          <>
            <Icon icon="i-sliders-horizontal" />
            Filters
            {chosen > 0 && <Badge>{chosen} in use</Badge>}
          </>
        }
      >
        <div className="grid gap-5 items-end sm:grid-cols-2 lg:grid-cols-3">
          <Select
            name="category"
            label="Category"
            defaultValue={filters.category}
            {...now}
            placeholder="All Categories"
            options={offered(
              withChosen(eventCategories, filters.category).map((category) => ({
                value: category,
                label: category,
                entries: facets?.categories[eventCategories.indexOf(category as EventCategory)],
              })),
              filters.category,
            )}
          />
          <div className="relative">
            <TextInput
              name="city"
              ref={city}
              label="City"
              defaultValue={filters.city}
              maxLength={100}
              placeholder="All Cities"
              autoComplete="off"
              {...cities.field}
            />
            {cities.list}
          </div>
          <Select
            name="when"
            label="Date"
            defaultValue={filters.when}
            {...now}
            placeholder="Any date"
            options={[
              { value: 'weekend', label: 'This weekend' },
              { value: 'month', label: 'This month' },
              ...withChosen(monthsAfter(data.today, monthsAhead), /\d/.test(filters.when) ? filters.when : '').map(
                (month) => ({ value: month, label: monthName(month) }),
              ),
            ]}
          />
          <TextInput type="date" name="from" label="From" defaultValue={filters.from} {...afterwards} />
          <TextInput
            type="date"
            name="to"
            label="To"
            defaultValue={filters.to}
            {...afterwards}
            error={
              filters.from && filters.to && filters.to < filters.from ? 'The last day is before the first' : undefined
            }
          />
          <Select
            name="assurance"
            label="How far it was checked"
            defaultValue={filters.assurance}
            {...now}
            placeholder="Any"
            options={offered(
              assuranceNames.map((assurance) => ({
                value: assurance,
                label: assuranceLevels[assurance].label,
                entries: facets && (facets.assurances[assurance] ?? 0),
              })),
              filters.assurance,
            )}
          />
          <Select
            name="status"
            label="Status"
            defaultValue={filters.status}
            onChange={() => apply({ verified: false })}
            placeholder="Any status"
            options={offered(
              registerStatusNames.map((status) => ({
                value: status,
                label: registerStatuses[status].label,
                entries: facets && (facets.statuses[status] ?? 0),
              })),
              filters.status,
            )}
          />
          <Checkbox
            name="verified"
            value="1"
            label={counted('Verified only', facets?.verified)}
            defaultChecked={filters.verified}
            onChange={(event) => apply(event.target.checked ? { status: '' } : {})}
          />
          <Button type="submit" variant="quiet">
            Apply filters
          </Button>
        </div>
      </Disclosure>
      {isFiltered && data.total + data.similar.length > 0 && (
        <p className="basis-full">
          <ButtonLink variant="link" href={href('listings')}>
            <Icon icon="i-x" />
            Clear Filters
          </ButtonLink>
        </p>
      )}
    </form>
  )
}

/** The known values, with the chosen one where an address names another. */
function withChosen(known: readonly string[], chosen: string): readonly string[] {
  return !chosen || known.includes(chosen) ? known : [chosen, ...known]
}

function fieldOf(form: HTMLFormElement | null, name: string) {
  return (form?.elements.namedItem(name) ?? null) as HTMLInputElement | HTMLSelectElement | null
}

/**
 * A form whose fields follow the filters of the address, each when its own filter changes: the page stays while its address changes, and
 * what is being typed stays meanwhile.
 */
function useFollowingFields(filters: ListingsFilters) {
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(filters)
  useEffect(() => {
    for (const name of Object.keys(filters) as (keyof ListingsFilters)[]) {
      const value = filters[name]
      if (value === shown.current[name]) continue
      const field = fieldOf(form.current, name)
      if (!field) continue
      if (typeof value === 'boolean') (field as HTMLInputElement).checked = value
      else field.value = value
    }
    shown.current = filters
  }, [filters])
  return form
}
