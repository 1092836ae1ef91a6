import type { ReactNode } from 'react'
import { londonDateOf } from '#domain/london-time.ts'
import { Button, ButtonLink } from './button.tsx'
import { Checkbox } from './choices.tsx'
import { SearchForm, SearchInput, Select, TextInput } from './field.tsx'
import { Icon } from './icon.tsx'

type FilterField = { name: string; label: string } & (
  | { kind: 'search' | 'text' | 'day' | 'box' }
  /** `any` is the choice that narrows nothing. */
  | { kind: 'pick'; any: string; options: readonly { value: string; label: string }[]; className?: string }
)
type FilterValue = string | number | boolean | null

/** @param any the choice that narrows nothing. @param words of the other choices, by their values. */
export function pick(
  name: string,
  label: string,
  any: string,
  words: Readonly<Record<string, string | { label: string }>>,
): FilterField {
  const options = Object.entries(words).map(([value, of]) => ({ value, label: typeof of === 'string' ? of : of.label }))
  return { kind: 'pick', name, label, any, options }
}

/** Who looks after it. */
export const ownerFilter = pick('whose', 'Looked after by', 'Anybody', { mine: 'Me', nobody: 'Nobody' })

/**
 * The filters are in the address, so they work without a script and can be shared. On a phone the form is closed and says what is set.
 * @param values by the names of their fields; the form begins again when they change. @param clearHref the list without filters.
 * @param hidden other parts of the address that stay. @param children behind the fields.
 */
export function AdminFilters({
  action,
  fields,
  values,
  clearHref = action,
  sort = null,
  hidden = {},
  children,
}: {
  action: string
  fields: readonly FilterField[]
  values: Readonly<Record<string, FilterValue>>
  clearHref?: string
  /** The sorting stays. */
  sort?: string | null
  hidden?: Readonly<Record<string, string | null>>
  children?: ReactNode
}) {
  const set = fields.map((field) => setWords(field, values[field.name])).filter(Boolean)
  return (
    <SearchForm key={JSON.stringify([action, hidden, values])} method="get" action={action} className="mt-6">
      {/* The fields follow it and are not in it: a wide screen always shows them, which no browser does for a closed one. */}
      <details className="filters-fold">
        <summary>
          <Icon icon="i-sliders-horizontal" />
          <span className="grow">{set.length > 0 ? `Filters: ${set.join(', ')}` : 'Filters'}</span>
          <Icon icon="i-chevron-down" />
        </summary>
      </details>
      <div className="filters-fields">
        {sort && <input type="hidden" name="sort" value={sort} />}
        {Object.entries(hidden).map(
          ([name, value]) => value && <input key={name} type="hidden" name={name} value={value} />,
        )}
        {fields.map((field) => (
          <Filter key={field.name} field={field} value={values[field.name] ?? ''} />
        ))}
        {children}
        <Button variant="quiet">Apply filters</Button>
        {Object.values(values).some(Boolean) && (
          <ButtonLink variant="link" href={clearHref}>
            Clear filters
          </ButtonLink>
        )}
      </div>
    </SearchForm>
  )
}

const wide = 'basis-full xl:basis-0 xl:grow'

/** Most fields are as wide as what they hold, and share a narrow screen. */
function Filter({ field, value }: { field: FilterField; value: string | number | boolean }) {
  const { kind, name, label } = field
  const text = { name, label, defaultValue: String(value) }
  switch (kind) {
    case 'search':
      return <SearchInput {...text} maxLength={100} fieldClassName={wide} />
    case 'text':
      return <TextInput {...text} maxLength={200} autoComplete="off" spellCheck={false} fieldClassName={wide} />
    case 'day':
      return <TextInput {...text} type="date" />
    case 'box':
      return <Checkbox name={name} value="1" label={label} defaultChecked={value === true} />
    case 'pick': {
      const { any, options, className = 'grow sm:grow-0' } = field
      return <Select {...text} placeholder={any} options={options} fieldClassName={className} />
    }
  }
}

/** In a few words; nothing while the field does not narrow the list. */
function setWords(field: FilterField, value: FilterValue | undefined): string {
  if (!value) return ''
  const { kind, label } = field
  const text = String(value)
  if (kind === 'box') return label
  if (kind === 'pick') return `${label} ${field.options.find((option) => option.value === text)?.label ?? text}`
  if (kind !== 'day') return `“${text}”`
  return `${label} ${Number.isNaN(Date.parse(text)) ? text : londonDateOf(`${text}T12:00:00Z`)}`
}
