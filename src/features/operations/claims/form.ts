import { type ClaimPlace, claimPlaces, placeEntry } from '#domain/claim-places.ts'
import { type ClaimKind, type ClaimText, claimKinds, penceOf } from '#domain/claims.ts'
import { webAddress } from '#domain/web-address.ts'
import { releases } from '#features/site/press/content.ts'
import { wordmarkNames } from '#ui/wordmark.tsx'
import { day, type Field, form, listed, oneLine, paragraphs, problemsOf, text } from '#wire/define-form.ts'

const ownLabels: Partial<Record<ClaimKind, Partial<Record<ClaimText, string>>>> = {
  'partner-logo': { value: 'Drawing' },
  winner: { value: 'Year', label: 'Award', name: 'Event', role: 'Organiser and place' },
  person: { quote: 'What is said of the person' },
  'press-release': { name: 'Title', value: 'Press release' },
  announcement: { name: 'Event' },
  promise: { name: 'Name', quote: 'What is promised' },
}

const textLabels: Record<ClaimText, string> = {
  value: 'Figure or words',
  label: 'What it counts',
  quote: 'Quotation, without quotation marks',
  name: 'Name',
  role: 'Role or organisation',
}

/** What a claim of this kind says. */
export const textsForm = (kind: ClaimKind) =>
  form(Object.fromEntries(claimKinds[kind].texts.map((name) => [name, textField(kind, name)])))

function textField(kind: ClaimKind, name: ClaimText): Field<string> {
  const label = ownLabels[kind]?.[name] ?? textLabels[name]
  const isDrawing = label === 'Drawing'
  const isOptional = name === 'role' || (name === 'label' && kind !== 'figure' && kind !== 'winner') || isDrawing
  const words = isOptional ? { label, optional: true as const } : { label, required: `Fill in “${label}”` }
  if (name === 'quote') return paragraphs({ ...words, max: 600, rows: 4 })
  const field = text({
    ...words,
    max: 120,
    autoComplete: 'off',
    check: (typed) => name === 'value' && valueProblem(kind, typed),
  })
  if (!isDrawing) return field
  const choices = wordmarkNames.map((value) => ({ value, label: value }))
  return { ...field, control: 'select', hint: 'Without a drawing, we show the name as text.', none: 'None', choices }
}

const releaseIds = releases.map(({ id }) => id)

function valueProblem(kind: ClaimKind, value: string): string | false {
  if (kind === 'earlier-price') return penceOf(value) === null && 'Give the price like £249 or £1,495'
  if (kind === 'partner-logo') return !wordmarkNames.includes(value) && 'There is no such drawing'
  if (kind === 'winner') return !/^\d{4}$/.test(value) && 'Enter the year in four figures'
  return kind === 'press-release' && !releaseIds.includes(value) && `Enter one of: ${releaseIds.join(', ')}`
}

/** It can be given in parts, and counts once it is whole. */
export const proofForm = form({
  source: text({
    label: 'Source',
    hint: 'What proves it, in a sentence. Visitors read it beside a figure.',
    optional: true,
    max: 300,
  }),
  proof: text({
    label: 'Link or file',
    hint: 'A link to the proof that starts with https://, or where the file is kept.',
    optional: true,
    max: 500,
    check: (typed) =>
      /^\w+:\/\//.test(typed) &&
      !(typed.startsWith('https://') && webAddress(typed) !== null) &&
      'Enter a link that starts with https://, or the address of a file',
  }),
  owner: text({
    label: 'Responsible',
    hint: 'The name of the person who checked it.',
    optional: true,
    autoComplete: 'off',
    max: 120,
  }),
  validFrom: day({ label: 'Valid from', optional: true }),
  validUntil: day({ label: 'Valid until', hint: 'Its last day.', optional: true }),
})

const line = (max: number) => text({ label: '', max })
const nameIn = <Name extends string>(table: Readonly<Record<Name, unknown>>) =>
  listed({
    label: '',
    choices: Object.fromEntries(Object.keys(table).map((name) => [name, name])) as Record<Name, string>,
    required: 'This is not valid',
  })

export const claimForm = form(
  {
    place: nameIn<ClaimPlace>(claimPlaces),
    kind: nameIn<ClaimKind>(claimKinds),
    value: line(120),
    label: line(120),
    quote: line(600),
    name: line(120),
    role: line(120),
    ...proofForm.fields,
    position: {
      ...text({ label: '', max: 5, check: (typed) => !/^\d+$/.test(typed) && 'Use a whole number' }),
      read: (typed: string) => Number(oneLine(typed)),
    },
    /** Its revision when the form was made, or the id of a new one, so that a repeated click is one claim. */
    seen: line(100),
  },
  {
    check: ({ kind, place, validFrom, validUntil, position: _, ...texts }) => ({
      ...(kind && {
        ...(place && !placeEntry(place).kinds.includes(kind) && { kind: 'This kind of claim cannot be shown there' }),
        ...Object.fromEntries(problemsOf(textsForm(kind), texts).map(({ field, message }) => [field, message])),
      }),
      ...(validFrom && validUntil && validUntil < validFrom && { validUntil: 'The last day is before the first day' }),
    }),
  },
)
