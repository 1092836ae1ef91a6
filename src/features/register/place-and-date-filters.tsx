import { type FocusEvent, useRef } from 'react'
import { useLocation } from 'wouter'
import { type DateFilters, endsBeforeItBegins, monthsAfter, withChosen } from '#domain/date-filters.ts'
import { monthName } from '#domain/london-time.ts'
import { SearchInput, Select, TextInput } from '#ui/field.tsx'
import { useSuggestions } from '#ui/use-suggestions.tsx'
import type { CallId } from '#wire/call-api.ts'

const monthsAhead = 6

type Apply = (change?: { city: string }) => void

type SearchFilterProps = { value: string; label: string; placeholder: string; call: CallId }

export function SearchFilter({ value, label, placeholder, call }: SearchFilterProps) {
  const [, navigate] = useLocation()
  const box = useRef<HTMLInputElement>(null)
  const found = useSuggestions({ id: 'q', label, box, call, onTake: ({ url }) => navigate(url) })
  return (
    <>
      <SearchInput
        name="q"
        ref={box}
        label={label}
        placeholder={placeholder}
        defaultValue={value}
        maxLength={100}
        {...found.field}
      />
      {found.list}
    </>
  )
}

export function CityFilter({ value, apply, call }: { value: string; apply: Apply; call: CallId }) {
  const box = useRef<HTMLInputElement>(null)
  const cities = useSuggestions({
    id: 'city',
    label: 'City',
    box,
    call,
    query: { of: 'city' },
    least: 0,
    onTake: ({ title }) => apply({ city: title }),
  })
  return (
    <div className="relative">
      <TextInput
        name="city"
        ref={box}
        label="City"
        defaultValue={value}
        maxLength={100}
        placeholder="All Cities"
        autoComplete="off"
        {...cities.field}
      />
      {cities.list}
    </div>
  )
}

type NearCitiesProps = {
  says: string
  cities: readonly string[]
  hrefOf: (city: string) => string
}

export function NearCities({ says, cities, hrefOf }: NearCitiesProps) {
  if (cities.length === 0) return null
  return (
    <p className="mt-6 flex flex-wrap items-center gap-x-5">
      {says}
      {cities.map((city) => (
        <a key={city} href={hrefOf(city)} className="row-link">
          {city}
        </a>
      ))}
    </p>
  )
}

export function DateFields({ filters, today, apply }: { filters: DateFilters; today: string; apply: Apply }) {
  const { when, from, to } = filters
  // A day is chosen part by part: it takes effect when the field is left.
  const afterwards = {
    onBlur: ({ target: { name, value } }: FocusEvent<HTMLInputElement>) =>
      value !== filters[name as 'from' | 'to'] && apply(),
  }
  return (
    <>
      <Select
        name="when"
        label="Date"
        defaultValue={when}
        onChange={() => apply()}
        placeholder="Any date"
        options={[
          { value: 'weekend', label: 'This weekend' },
          { value: 'month', label: 'This month' },
          ...withChosen(monthsAfter(today, monthsAhead), /\d/.test(when) ? when : '').map((month) => ({
            value: month,
            label: monthName(month),
          })),
        ]}
      />
      <TextInput type="date" name="from" label="From" defaultValue={from} {...afterwards} />
      <TextInput
        type="date"
        name="to"
        label="To"
        defaultValue={to}
        {...afterwards}
        error={endsBeforeItBegins(filters) ? 'The last day is before the first' : undefined}
      />
    </>
  )
}
