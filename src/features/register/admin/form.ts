import { type EventCategory, eventCategories, sectorOf } from '#domain/categories.ts'
import { readableText } from '#wire/clean-text.ts'
import {
  box,
  choice,
  clockTime,
  day,
  type Field,
  type Form,
  form,
  listed,
  paragraphs,
  text,
  type Values,
  website,
} from '#wire/define-form.ts'
import { registerActs } from './rules.ts'

const line = (label: string, max: number) => text({ label, max, optional: true, autoComplete: 'off' })

const orNull = (field: Field<string>): Field<string | null> => ({
  ...field,
  read: (typed) => field.read(typed) || null,
})

const count = <Value>(label: string, read: (typed: string) => Value, initial = ''): Field<Value> => ({
  ...text({
    label,
    max: 9,
    optional: true,
    initial,
    check: (typed) => !/^\d{0,7}$/.test(typed) && 'Use a whole number of at most seven digits',
  }),
  control: 'number',
  read,
})

function lines(
  label: string,
  { rows, hint, maxLines, maxLength }: { rows: number; hint: string; maxLines: number; maxLength: number },
): Field<string[]> {
  const max = maxLines * (maxLength + 1)
  const field = paragraphs({ label, hint, rows, optional: true, max })
  const read = (typed: string) =>
    typed
      .split('\n')
      .map((part) => readableText(part).trim())
      .filter(Boolean)
  const fits = (part: string) => part.length <= maxLength && !/\p{Cc}/u.test(part) && part.isWellFormed()
  const problemOf = (typed: string) => {
    if (typed.length > max) return field.problemOf(typed)
    if (read(typed).length > maxLines) return `Use at most ${maxLines} lines`
    return read(typed).every(fits) ? null : `Use at most ${maxLength} characters in each line`
  }
  return { ...field, read, problemOf }
}

/** No field takes less than that of the application which an entry may come from. */
const fields = {
  title: text({ label: 'Title', max: 200, required: 'Enter a title', autoComplete: 'off' }),
  organiser: text({ label: 'Organiser', max: 200, required: 'Enter the organiser', autoComplete: 'off' }),
  description: paragraphs({ label: 'Description', max: 5000, rows: 6, optional: true }),
  eventType: choice<'physical' | 'online' | 'private'>({
    label: 'Type',
    choices: { physical: 'Public event', online: 'Online event', private: 'Private Event Service' },
    hints: { private: 'Clients choose the date' },
    required: 'Choose a type',
    initial: 'physical',
  }),
  category: listed({
    label: 'Category',
    none: 'Choose a category',
    choices: Object.fromEntries(eventCategories.map((name) => [name, name])) as Record<EventCategory, string>,
    required: 'Choose a category',
  }),
  date: orNull(day({ label: 'Date', optional: true })),
  time: orNull(clockTime({ label: 'Time', optional: true })),
  venue: line('Venue', 200),
  address: line('Address', 500),
  city: line('City', 100),
  county: line('County', 100),
  postcode: line('Postcode', 20),
  country: text({ label: 'Country', max: 60, optional: true, autoComplete: 'off', initial: 'England' }),
  price: text({ label: 'Price', max: 60, optional: true, hint: 'As the public sees it, for example ‘From £12’' }),
  attendees: count('Attendees', Number, '0'),
  capacity: count('Capacity', (typed) => (Number(typed) > 0 ? Number(typed) : null)),
  isPro: box({ label: 'PRO: the landing page is shown' }),
  websiteUrl: orNull(website({ label: 'Website', max: 508, optional: true })),
  ticketUrl: orNull(website({ label: 'Tickets', max: 508, optional: true })),
  landingPageUrl: orNull(website({ label: 'Landing page', max: 508, optional: true })),
  buttonText: text({
    label: 'Text of the button',
    max: 40,
    optional: true,
    hint: 'If you leave this empty, the text depends on the ticket link and the website. Plan My Tour leads to the tours site.',
  }),
  partners: lines('Partners', { rows: 3, hint: 'One name on each line, at most 20', maxLines: 20, maxLength: 100 }),
  imageUrl: orNull({
    ...text({
      label: 'Main picture',
      max: 500,
      optional: true,
      hint: 'An https:// address of a JPEG, PNG, WebP or AVIF file of at most 3 MB. If you leave this empty, we draw a pattern.',
    }),
    control: 'url',
  }),
  images: lines('Further pictures', {
    rows: 4,
    hint: 'One address on each line, at most 12',
    maxLines: 12,
    maxLength: 500,
  }),
}

export type EntryField = keyof typeof fields
export const entryFields = Object.keys(fields) as EntryField[]

const hidden = text({ label: '', max: 40 })
export const editForm = form({ ...fields, version: hidden })
export const newForm = form({
  ...fields,
  /** The entry's id, so that the same form sent again is the same entry. */
  key: hidden,
  validUntil: day({
    label: 'Accredited until',
    optional: true,
    hint: 'The last day. If you leave this empty, the entry has no end date.',
  }),
})

export type EntryValues = ReturnType<typeof entryValues>

/** What a form holds besides its fields is not stored. */
export function entryValues(typed: Values<Form<typeof fields>>) {
  // Clients of a private service pick their own dates.
  const isPrivate = typed.eventType === 'private'
  return {
    ...typed,
    date: isPrivate ? null : typed.date,
    time: isPrivate ? null : typed.time,
    sector: sectorOf[typed.category],
  }
}

export type TypedEntry = Record<EntryField, string>

export function typedEntry(entry: Record<EntryField, string | number | boolean | string[] | null>): TypedEntry {
  const textOf = (value: string | number | boolean | string[] | null) => {
    if (Array.isArray(value)) return value.join('\n')
    return typeof value === 'boolean' ? (value ? '1' : '') : String(value ?? '')
  }
  return Object.fromEntries(entryFields.map((field) => [field, textOf(entry[field])])) as TypedEntry
}

export const emptyEntry = Object.fromEntries(entryFields.map((field) => [field, fields[field].initial])) as TypedEntry

export function labelOf(field: EntryField): string {
  return field === 'isPro' ? 'PRO' : fields[field].label
}

export const statusForm = form({
  seen: hidden,
  reason: paragraphs({
    label: 'Reason',
    hint: "Everyone can read it. It is shown on the event's page and in its history. We email it to the organiser.",
    rows: 3,
    max: 500,
    required: 'Enter the reason. Everyone will be able to read it',
  }),
  act: choice({ label: '', choices: registerActs, required: 'Choose what to do' }),
})

export const featureForm = form({ featured: box({ label: '' }) })

export const renewalForm = form({
  validUntil: day({
    label: 'New last day',
    hint: 'For entries without an application. If you leave this empty, the entry has no end date.',
  }),
})
