import { type FormEvent, useEffect, useRef } from 'react'

/**
 * A form of filters that asks by GET. With a script it goes where its fields say, and they follow the address.
 * @param filters of the address, by the names of their fields. @returns `apply` goes to what the form says, except for the change that it is given.
 */
export function useFilterForm<Filters extends Record<string, string | boolean>>(
  filters: Filters,
  go: (filters: Filters) => void,
) {
  const form = useFollowingFields(filters)
  const apply = (change: Partial<Filters> = {}) => {
    const said = Object.keys(filters).map((name) => {
      const field = fieldOf(form.current, name)
      return [name, field?.type === 'checkbox' ? (field as HTMLInputElement).checked : (field?.value.trim() ?? '')]
    })
    go({ ...Object.fromEntries(said), ...change })
  }
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    apply()
  }
  return { form, apply, submit }
}

function fieldOf(form: HTMLFormElement | null, name: string) {
  return (form?.elements.namedItem(name) ?? null) as HTMLInputElement | HTMLSelectElement | null
}

/** Each field follows its own filter: the page stays while its address changes, and what is being typed stays too. */
function useFollowingFields<Filters extends Record<string, string | boolean>>(filters: Filters) {
  const form = useRef<HTMLFormElement>(null)
  const shown = useRef(filters)
  useEffect(() => {
    for (const [name, value] of Object.entries(filters)) {
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
