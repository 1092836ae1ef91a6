import { type ReactNode, useEffect, useState } from 'react'
import { useLocation } from 'wouter'
import { assuranceLevels, assuranceNames, groupWords } from '#domain/assurance.ts'
import { type EventCategory, eventCategories } from '#domain/categories.ts'
import { endsBeforeItBegins, withChosen } from '#domain/date-filters.ts'
import { figure } from '#domain/figures.ts'
import { registerStatusNames } from '#domain/register-status.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { Button, ButtonLink } from '#ui/button.tsx'
import { KeptPart } from '#ui/card-list.tsx'
import { FiltersInUse } from '#ui/chip.tsx'
import { Checkbox } from '#ui/choices.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { SearchForm, Select } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useFilterForm } from '#ui/use-filter-form.ts'
import { chosenFilters } from './chosen-filters.ts'
import { CityFilter, DateFields, SearchFilter } from './place-and-date-filters.tsx'
import type { ListingsData } from './server/load-listings.ts'

/** The panel's fields come when it is opened: most people never do. Without a script a link shows them, and the buttons apply what was chosen. */
export function ListingFilters({ data, children }: { data: ListingsData; children?: ReactNode }) {
  const { filters, facets, sort } = data
  const [, navigate] = useLocation()
  const { form, apply, submit } = useFilterForm(filters, (next) => navigate(href('listings', { ...next, sort })))
  const chosen = chosenFilters(filters)
  const isFiltered = chosen.length > 0 || filters.q !== ''
  const isOpen = data.isPanelOpen === true || endsBeforeItBegins(filters)
  const [isShown, setShown] = useState(isOpen)
  if (chosen.length > 0 && !isShown) setShown(true)
  // It may have been opened before the page listened.
  useEffect(() => {
    if (form.current?.querySelector('details')?.open) setShown(true)
  }, [form])

  return (
    <SearchForm
      ref={form}
      action={href('listings')}
      method="get"
      onSubmit={submit}
      className="mt-4 flex flex-wrap items-end gap-x-4 gap-y-2"
    >
      <div className="relative basis-full lg:basis-0 lg:grow max-w-form">
        <SearchFilter
          value={filters.q}
          label="Search by title or venue"
          placeholder="Or city, organiser, number"
          call="suggest"
        />
      </div>
      {sort && <input type="hidden" name="sort" value={sort} />}
      <Disclosure
        open={isOpen || undefined}
        onToggle={(open) => open && setShown(true)}
        className="panel-in-line"
        summary={
          <>
            <Icon icon="i-sliders-horizontal" />
            Filters
            {chosen.length > 0 && <Badge>{chosen.length} in use</Badge>}
          </>
        }
      >
        {isShown ? (
          <KeptPart
            className="grid gap-5 items-end sm:grid-cols-2 lg:grid-cols-3"
            contents={Panel}
            props={{ filters, facets, today: data.today, apply }}
          />
        ) : (
          <a href={href('listings', { ...filters, sort, filters: 'open' })}>Show the filters</a>
        )}
      </Disclosure>
      {children}
      <FiltersInUse
        filters={chosen.map(({ text, without }) => ({ text, hrefWithout: href('listings', { ...without, sort }) }))}
      />
      {isFiltered && data.total + data.similar.length > 0 && (
        <p className="basis-full">
          <ButtonLink variant="link" href={href('listings')}>
            <Icon icon="i-x" />
            Clear Filters
          </ButtonLink>
        </p>
      )}
    </SearchForm>
  )
}

type PanelProps = Pick<ListingsData, 'filters' | 'today'> & {
  facets: ListingsData['facets'] | undefined
  apply: (change?: Partial<ListingsData['filters']>) => void
}

function Panel({ filters, facets, today, apply }: PanelProps) {
  const now = { onChange: () => apply() }
  const counted = (label: string, entries: number | undefined) =>
    entries === undefined ? label : `${label} (${figure(entries)})`
  /** Only values that lead to something, where that is counted. */
  const offered = <Value extends string>(
    values: readonly Value[],
    chosen: string,
    labelOf: (value: Value) => string,
    entriesOf: (value: Value) => number | undefined,
  ) =>
    values
      .filter((value) => entriesOf(value) !== 0 || value === chosen)
      .map((value) => ({ value, label: counted(labelOf(value), entriesOf(value)) }))

  return (
    <>
      <Select
        name="category"
        label="Category"
        defaultValue={filters.category}
        {...now}
        placeholder="All Categories"
        options={offered(
          withChosen(eventCategories, filters.category),
          filters.category,
          (category) => category,
          (category) => facets?.categories[eventCategories.indexOf(category as EventCategory)],
        )}
      />
      <CityFilter value={filters.city} apply={apply} call="suggest" />
      <DateFields filters={filters} today={today} apply={apply} />
      <Select
        name="assurance"
        label="How far it was checked"
        defaultValue={filters.assurance}
        {...now}
        placeholder="Any"
        options={offered(
          assuranceNames,
          filters.assurance,
          (assurance) => assuranceLevels[assurance].label,
          (assurance) => facets && (facets.assurances[assurance] ?? 0),
        )}
      />
      <Select
        name="status"
        label="Status"
        defaultValue={filters.status}
        onChange={() => apply({ verified: false })}
        placeholder="Any status"
        options={offered(
          registerStatusNames,
          filters.status,
          groupWords,
          (status) => facets && (facets.statuses[status] ?? 0),
        )}
      />
      <Checkbox
        name="verified"
        value="1"
        label={counted('Accredited now', facets?.verified)}
        defaultChecked={filters.verified}
        onChange={(event) => apply(event.target.checked ? { status: '' } : {})}
      />
      <Button variant="quiet">Apply filters</Button>
    </>
  )
}
