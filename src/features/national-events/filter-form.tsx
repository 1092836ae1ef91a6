import { useLocation } from 'wouter'
import { daysText, endsBeforeItBegins } from '#domain/date-filters.ts'
import { figure } from '#domain/figures.ts'
import { CityFilter, DateFields, SearchFilter } from '#features/register/place-and-date-filters.tsx'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Badge } from '#ui/badge.tsx'
import { FiltersInUse } from '#ui/chip.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Select } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useFilterForm } from '#ui/use-filter-form.ts'
import { databasePath, eventTypes, isUncounted } from './rules.ts'
import type { database } from './server.ts'

export function FilterForm({ data: { filters, totals, today } }: { data: PageData<typeof database> }) {
  const [, navigate] = useLocation()
  const { form, apply, submit } = useFilterForm(filters, (next) => navigate(databasePath(next)))
  const { city, sort } = filters
  const chosen = [
    { text: city, hrefWithout: databasePath({ ...filters, city: '' }) },
    { text: daysText(filters), hrefWithout: databasePath({ ...filters, when: '', from: '', to: '' }) },
  ].filter(({ text }) => text !== '')
  // A category that is gone still shows what the list was asked for.
  const { categories, types } = totals
  const isKnown = !filters.category || categories.some(([name]) => name === filters.category)
  const known: [string, number][] = isKnown ? categories : [[filters.category, 0], ...categories]
  // A searched list has no counter: the counters' numbers would be of other events.
  const counted = (label: string, events: number) => (isUncounted(filters) ? label : `${label} (${figure(events)})`)
  return (
    <search>
      <form ref={form} action={href('database')} onSubmit={submit} className="mt-4 grid gap-3">
        <div className="grid gap-x-5 gap-y-2 items-end grid-cols-2 md:grid-cols-3">
          <div className="relative max-md:col-span-2">
            <SearchFilter
              value={filters.q}
              label="Search events"
              placeholder="Title, city or venue"
              call="suggestNationalEvents"
            />
          </div>
          <Select
            name="category"
            label="Category"
            defaultValue={filters.category}
            onChange={() => apply()}
            placeholder="All Categories"
            options={known.map(([name, events]) => ({ value: name, label: counted(categoryLabel(name), events) }))}
          />
          <Select
            name="type"
            label="Type"
            defaultValue={filters.type}
            onChange={() => apply()}
            options={eventTypes.map(({ value, label }) => ({ value, label: counted(label, types[value || 'all']) }))}
          />
        </div>
        {sort && <input type="hidden" name="sort" value={sort} />}
        <Disclosure
          open={endsBeforeItBegins(filters) || undefined}
          summary={
            <>
              <Icon icon="i-sliders-horizontal" />
              City and date
              {chosen.length > 0 && <Badge>{chosen.length} in use</Badge>}
            </>
          }
        >
          <div className="grid gap-5 items-end sm:grid-cols-2 lg:grid-cols-4">
            <CityFilter value={city} apply={apply} call="suggestNationalEvents" />
            <DateFields filters={filters} today={today} apply={apply} />
          </div>
        </Disclosure>
        <FiltersInUse filters={chosen} />
        <noscript>
          <button
            type="submit"
            className="min-h-11 px-5 border border-border-strong rounded font-semibold hover:bg-surface-sunken"
          >
            Apply filters
          </button>
        </noscript>
      </form>
    </search>
  )
}

/** Categories are stored as they were imported. */
export function categoryLabel(category: string): string {
  return category.charAt(0).toLocaleUpperCase('en-GB') + category.slice(1)
}
