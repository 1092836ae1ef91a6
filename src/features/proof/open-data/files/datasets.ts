import { assuranceNames } from '#domain/assurance.ts'
import { registerStatusNames } from '#domain/register-status.ts'

export type DataField = {
  name: string
  type: 'string' | 'date' | 'time' | 'datetime' | 'boolean'
  format?: string
  description: string
  /** Never empty. */
  required?: true
  choices?: readonly string[]
}

export type DatasetId = 'register' | 'national-events'
type Dataset = { title: string; description: string; key: string; fields: readonly DataField[] }

type FieldOptions = Pick<DataField, 'format' | 'required' | 'choices'>
const field = (name: string, type: DataField['type'], description: string, options: FieldOptions = {}): DataField => ({
  name,
  type,
  description,
  ...options,
})
const required = { required: true } as const
/** 2026-11-22T02:00:00.000Z */
const instant = { format: '%Y-%m-%dT%H:%M:%S.%fZ' }

const place = [
  field('date', 'date', 'Day of the event in the United Kingdom; empty where it is not public or not fixed'),
  field('time', 'time', 'When it begins', { format: '%H:%M' }),
  field('venue', 'string', 'Venue'),
  field('city', 'string', 'City or town'),
]
const invented = field('demonstration', 'boolean', 'Invented for a demonstration', required)

/** Fields are added at the end and never renamed. */
export const datasets: Record<DatasetId, Dataset> = {
  register: {
    title: 'Register of accredited events',
    description: 'Every entry of the register, whatever its status.',
    key: 'number',
    fields: [
      field('number', 'string', 'Register number', required),
      field('title', 'string', 'Name of the event', required),
      field('organiser', 'string', 'Who holds it', required),
      field('category', 'string', 'Category', required),
      ...place,
      field('status', 'string', 'active means accredited', { ...required, choices: registerStatusNames }),
      field('statusReason', 'string', 'Why, where it was said in public'),
      field('assurance', 'string', 'How far it was checked', { ...required, choices: assuranceNames }),
      field('assuredOn', 'date', 'When that was found'),
      field('validFrom', 'datetime', 'Start of the validity, in UTC', { ...required, ...instant }),
      field('validUntil', 'datetime', 'End of the validity, in UTC', instant),
      field('publishedAt', 'datetime', 'When it was entered, in UTC', { ...required, ...instant }),
      invented,
      field('statusChangedAt', 'datetime', 'When the status became what it is, in UTC', { ...required, ...instant }),
      field(
        'statusChange',
        'string',
        'By what it did, as the changes of the register name it; statusReason says why in words',
        required,
      ),
    ],
  },
  'national-events': {
    title: 'National Events Database',
    description: 'Public events, for information. Being in it does not mean that an event is accredited.',
    key: 'id',
    fields: [
      field('id', 'string', 'Identifier', required),
      field('title', 'string', 'Name of the event', required),
      ...place,
      field('category', 'string', 'Category'),
      field('organiser', 'string', 'Who holds it'),
      field('accredited', 'boolean', 'Whether it is accredited', required),
      invented,
    ],
  },
}
export const datasetIds = Object.keys(datasets) as DatasetId[]

export const dataFormats = {
  csv: { label: 'CSV', mediaType: 'text/csv; charset=utf-8; header=present', profile: 'tabular-data-resource' },
  // The specification's tables are CSV alone.
  ndjson: { label: 'NDJSON', mediaType: 'application/x-ndjson', profile: 'data-resource' },
} as const
export type DataFormat = keyof typeof dataFormats
export const dataFormatNames = Object.keys(dataFormats) as DataFormat[]

/** Today's among them. */
export const keptDays = 30
