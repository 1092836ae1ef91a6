import { type FormEvent, useEffect, useRef } from 'react'
import { useLocation } from 'wouter'
import { figure } from '../../domain/figures.ts'
import { href } from '../../pages.ts'
import { SearchInput, Select } from '../../ui/field.tsx'
import { useSuggestions } from '../../ui/use-suggestions.tsx'
import { type EventFilters, eventTypes, filterLimit, type Totals } from './rules.ts'

/** An ordinary form that asks by GET. With a script a choice takes effect at once, without it by the button. */
export function FilterForm({ filters, totals }: { filters: EventFilters; totals: Totals }) {
  const [, navigate] = useLocation()
  const form = useRef<HTMLFormElement>(null)
  const box = useRef<HTMLInputElement>(null)
  const suggestions = useSuggestions({
    id: 'q',
    label: 'Search events',
    box,
    call: 'suggestNationalEvents',
    onTake: ({ url }) => navigate(url),
  })
  // Back, forward and Clear Filters change what is asked for from outside the form. Its fields follow in place, so that the focus
  // stays where it is.
  useEffect(() => {
    for (const [name, value] of Object.entries(filters)) {
      const field = form.current?.elements.namedItem(name) as HTMLInputElement | HTMLSelectElement | null
      if (field && field.value !== value) field.value = value
    }
  }, [filters])
  const apply = (form: HTMLFormElement) => {
    const values = Object.fromEntries(new FormData(form)) as Record<keyof EventFilters, string>
    navigate(href('database', { q: values.q.trim(), category: values.category, type: values.type }))
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    apply(event.currentTarget)
  }
  // A category that has gone since the address was written down still shows what the list was asked for.
  const { categories, types } = totals
  const isKnown = !filters.category || categories.some(([name]) => name === filters.category)
  const known: [string, number][] = isKnown ? categories : [[filters.category, 0], ...categories]
  // Of a search, the numbers would be of other events than the ones found.
  const counted = (label: string, events: number) => (filters.q ? label : `${label} (${figure(events)})`)
  return (
    <search>
      <form
        ref={form}
        action={href('database')}
        onSubmit={submit}
        className="mt-10 p-5 sm:p-6 grid gap-5 items-end border border-border rounded bg-surface-raised md:grid-cols-[2fr_1fr_1fr]"
      >
        <div className="relative">
          <SearchInput
            name="q"
            ref={box}
            label="Search events"
            hint="By title, city or venue"
            defaultValue={filters.q}
            maxLength={filterLimit}
            {...suggestions.field}
          />
          {suggestions.list}
        </div>
        <Select
          name="category"
          label="Category"
          defaultValue={filters.category}
          onChange={(event) => apply(event.currentTarget.form!)}
          placeholder="All Categories"
          options={known.map(([name, events]) => ({ value: name, label: counted(categoryLabel(name), events) }))}
        />
        <Select
          name="type"
          label="Type"
          defaultValue={filters.type}
          onChange={(event) => apply(event.currentTarget.form!)}
          options={eventTypes.map(({ value, label }) => ({ value, label: counted(label, types[value || 'all']) }))}
        />
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

/** Categories come as they were imported; they begin with a capital where they are shown. */
export function categoryLabel(category: string): string {
  return category.charAt(0).toLocaleUpperCase('en-GB') + category.slice(1)
}
