import { isDay } from '#domain/calendar-day.ts'
import { isMailAddress } from '#domain/mail-address.ts'
import { isPhoneNumber, phoneSentence } from '#domain/phone-number.ts'
import { webAddress } from '#domain/web-address.ts'
import { readableText } from './clean-text.ts'
import type { FieldFailure } from './failure.ts'

/** Radio buttons and boxes come from `ui/form-choices.tsx`. */
type Control =
  | 'text'
  | 'email'
  | 'tel'
  | 'url'
  | 'number'
  | 'date'
  | 'time'
  | 'password'
  | 'paragraphs'
  | 'select'
  | 'radio'
  | 'boxes'
  | 'box'

export type Choices = readonly { value: string; label: string; hint?: string }[]

/** Everything typed is a text; ticked boxes are divided by commas. */
export type Field<Value = unknown> = {
  control: Control
  label: string
  hint?: string
  optional?: true
  labelHidden?: true
  max: number
  rows?: number
  autoComplete?: string
  choices?: Choices
  inline?: true
  initial: string
  /** The sentence where it is empty; null where it may be. */
  required: string | null
  /** How a list says that nothing is chosen. */
  none?: string
  /** A call may send null for nothing. */
  nullable?: true
  /** A password or a signed text: not even invisible characters are removed. */
  exact?: true
  problemOf: (typed: string) => string | null
  /** Of a text without a problem. */
  read: (typed: string) => Value
}

type Fields = Readonly<Record<string, Field>>

export type Form<Of extends Fields = Fields> = {
  fields: Of
  honeypot: boolean
  /** Of the fields that are right one by one, by their names: others are left out. */
  check?: ((values: never) => Problems) | undefined
}

type Problems = Readonly<Record<string, string>> | null | undefined | false

export type Values<Of extends Form> = {
  [Name in keyof Of['fields']]: Of['fields'][Name] extends Field<infer Value> ? Value : never
}

export function form<const Of extends Fields>(
  fields: Of,
  { honeypot = false, check }: { honeypot?: boolean; check?: (values: Partial<Values<Form<Of>>>) => Problems } = {},
): Form<Of> {
  return { fields, honeypot, ...(check && { check }) }
}

/** In the order of the page, then those of the form as a whole. @param typed the texts by name. */
export function problemsOf(
  { fields, check }: Form,
  typed: Readonly<Record<string, string | undefined>>,
): FieldFailure[] {
  const values: Record<string, unknown> = {}
  const problems = new Map<string, string>()
  for (const [name, { problemOf, read }] of Object.entries(fields)) {
    const text = typed[name] ?? ''
    const problem = problemOf(text)
    if (problem) problems.set(name, problem)
    else values[name] = read(text)
  }
  const more = Object.entries(check?.(values as never) || {}).filter(([name]) => !problems.has(name))
  return [...problems, ...more].map(([field, message]) => ({ field, message }))
}

export function bodyOf({ fields }: Form, typed: Readonly<Record<string, string>>): Record<string, unknown> {
  const body: Record<string, unknown> = { ...typed }
  for (const [name, { control, read }] of Object.entries(fields))
    if (control === 'box' || control === 'boxes') body[name] = read(typed[name] ?? '')
  return body
}

type FieldWords = Pick<Field, 'label' | 'hint' | 'optional' | 'labelHidden' | 'autoComplete' | 'nullable' | 'none'>
type TextOptions = FieldWords & {
  max: number
  required?: string
  initial?: string
  change?: (text: string) => string
  check?: (text: string) => string | false | null | undefined
}

export const text = (options: TextOptions): Field<string> => textField('text', oneLine, options)

export const paragraphs = ({ rows, ...options }: TextOptions & { rows?: number }): Field<string> => ({
  ...textField('paragraphs', severalLines, options),
  ...(rows && { rows }),
})

/** Only a mail can tell whether it exists. */
export const email = (options: Omit<TextOptions, 'max' | 'check'>): Field<string> =>
  textField('email', oneLine, {
    ...options,
    max: 254,
    check: (address) => !isMailAddress(address) && emailSentence,
  })

export const phone = (options: Omit<TextOptions, 'max' | 'check'>): Field<string> =>
  textField('tel', oneLine, { ...options, max: 40, check: (number) => !isPhoneNumber(number) && phoneSentence })

export const website = (options: Omit<TextOptions, 'check' | 'change'>): Field<string> => ({
  ...textField('url', oneLine, { ...options, check: (typed) => webAddress(typed) === null && websiteSentence }),
  read: (typed) => webAddress(oneLine(typed)) ?? '',
})

export const password = (options: Omit<TextOptions, 'change'>): Field<string> => ({
  ...textField('password', (typed) => typed, options),
  exact: true,
})

type NumberOptions = Omit<TextOptions, 'max'> & {
  min?: number
  max: number
}

export function wholeNumber(options: NumberOptions & { required: string }): Field<number>
export function wholeNumber(options: NumberOptions): Field<number | null>
export function wholeNumber({ min = 1, max, ...options }: NumberOptions): Field<number | null> {
  const sentence = max >= 1_000_000 ? `Use a whole number from ${min}` : `Use a whole number from ${min} to ${max}`
  const field = textField('number', oneLine, {
    ...options,
    max: String(max).length,
    check: (typed) =>
      /^\d{1,9}$/.test(typed) && Number(typed) >= min && Number(typed) <= max ? options.check?.(typed) : sentence,
  })
  return {
    ...field,
    problemOf: (typed) => (typed.length > field.max ? sentence : field.problemOf(typed)),
    read: (typed) => (field.read(typed) === '' ? null : Number(field.read(typed))),
  }
}

/** An empty text where there is none. */
export const day = (options: Omit<TextOptions, 'max'>): Field<string> =>
  textField('date', oneLine, {
    ...options,
    max: 10,
    check: (typed) => (isDay(typed) ? options.check?.(typed) : 'Give the day as YYYY-MM-DD'),
  })

/** An empty text where there is none. */
export const clockTime = (options: Omit<TextOptions, 'max' | 'check'>): Field<string> =>
  textField('time', oneLine, {
    ...options,
    max: 5,
    check: (typed) => !/^([01]\d|2[0-3]):[0-5]\d$/.test(typed) && 'Give the time as HH:MM',
  })

type ChoiceOptions<Value extends string> = Omit<FieldWords, 'nullable'> & {
  inline?: true
  choices: Readonly<Record<Value, string>>
  hints?: Readonly<Partial<Record<NoInfer<Value>, string>>>
  required?: string
  initial?: NoInfer<Value> | ''
}

export function choice<Value extends string>(options: ChoiceOptions<Value> & { required: string }): Field<Value>
export function choice<Value extends string>(options: ChoiceOptions<Value>): Field<Value | ''>
export function choice<Value extends string>(options: ChoiceOptions<Value>): Field<Value | ''> {
  const { problemOf, ...field } = chosen('radio', options)
  const problemOfOne = (typed: string) =>
    typed.includes(',') ? (field.required ?? 'This is not valid') : problemOf(typed)
  return { ...field, problemOf: problemOfOne, read: (typed) => typed as Value | '' }
}

export const listed = <Value extends string>(options: ChoiceOptions<Value> & { required: string }): Field<Value> => ({
  ...choice(options),
  control: 'select',
})

/** The page has the choices, so the command checks what was chosen. */
export const pick = (options: FieldWords & { initial?: string }): Field<string> =>
  textField('select', oneLine, { ...options, max: 100 })

export function boxes<Value extends string>(options: ChoiceOptions<Value>): Field<Value[]> {
  return { ...chosen('boxes', options), read: (typed) => typed.split(',').filter(Boolean) as Value[] }
}

/** @param options.required the sentence where it is not ticked, and has to be. */
export function box(options: FieldWords & { initial?: boolean; required?: string }): Field<boolean> {
  const { initial, required = null, ...words } = options
  return {
    ...words,
    control: 'box',
    max: 1,
    initial: initial ? '1' : '',
    required,
    problemOf: (typed) => (typed === '1' ? null : required),
    read: (typed) => typed === '1',
  }
}

function textField(control: Control, tidy: (typed: string) => string, options: TextOptions): Field<string> {
  const { max, required, initial = '', change = (same) => same, check, ...words } = options
  const read = (typed: string) => change(tidy(typed))
  return {
    ...words,
    control,
    max,
    initial,
    required: required ?? null,
    read,
    problemOf: (typed) => {
      if (typed.length > max) return `Use at most ${max.toLocaleString('en-GB')} characters`
      if (!isPlain(control, typed)) return plainSentence
      const value = read(typed)
      if (value === '') return required ?? null
      return check?.(value) || null
    },
  }
}

function chosen(control: Control, { choices, hints = {}, required, initial = '', ...words }: ChoiceOptions<string>) {
  return {
    ...words,
    control,
    choices: Object.entries(choices).map(([value, label]) => {
      const hint = hints[value]
      return { value, label, ...(hint && { hint }) }
    }),
    max: 1000,
    initial,
    required: required ?? null,
    problemOf: (typed: string) => {
      const values = typed.split(',').filter(Boolean)
      if (values.length === 0) return required ?? null
      return values.every((value) => Object.hasOwn(choices, value)) ? null : (required ?? 'This is not valid')
    },
  }
}

export const emailSentence = 'Enter an email address, like name@example.com'

export const websiteSentence = 'Enter a web address, like fete.org.uk'
export const plainSentence = 'Use letters, numbers and punctuation only'

/** PostgreSQL and mail headers refuse control characters and half of a surrogate pair. */
export function isPlain(control: Control, typed: string): boolean {
  const controls = control === 'paragraphs' ? /[^\P{Cc}\t\r\n]/u : /[^\P{Cc}\t]/u
  return !controls.test(typed) && typed.isWellFormed()
}

/** A tab from the cell of a table is a blank. */
export function oneLine(typed: string): string {
  return readableText(typed)
    .replace(/[\t\u2028\u2029]/g, ' ')
    .trim()
}

export function severalLines(typed: string): string {
  return readableText(typed).replaceAll('\r\n', '\n').trim()
}
