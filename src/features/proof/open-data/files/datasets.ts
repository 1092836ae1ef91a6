import { assuranceNames } from '#domain/assurance.ts'
import { registerStatusNames } from '#domain/register-status.ts'

type DataField = {
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

/** 2026-11-22T02:00:00.000Z */
const instant = '%Y-%m-%dT%H:%M:%S.%fZ'
const place: DataField[] = [
  {
    name: 'date',
    type: 'date',
    description: 'Day of the event in the United Kingdom; empty where it is not public or not fixed',
  },
  { name: 'time', type: 'time', format: '%H:%M', description: 'When it begins' },
  { name: 'venue', type: 'string', description: 'Venue' },
  { name: 'city', type: 'string', description: 'City or town' },
]
const invented: DataField = {
  name: 'demonstration',
  type: 'boolean',
  description: 'Invented for a demonstration',
  required: true,
}

/** Fields are added at the end and never renamed. */
export const datasets: Record<DatasetId, Dataset> = {
  register: {
    title: 'Register of accredited events',
    description: 'Every entry of the register, whatever its status.',
    key: 'number',
    fields: [
      { name: 'number', type: 'string', description: 'Register number', required: true },
      { name: 'title', type: 'string', description: 'Name of the event', required: true },
      { name: 'organiser', type: 'string', description: 'Who holds it', required: true },
      { name: 'category', type: 'string', description: 'Category', required: true },
      ...place,
      {
        name: 'status',
        type: 'string',
        description: 'active means accredited',
        required: true,
        choices: registerStatusNames,
      },
      { name: 'statusReason', type: 'string', description: 'Why, where it was said in public' },
      {
        name: 'assurance',
        type: 'string',
        description: 'How far it was checked',
        required: true,
        choices: assuranceNames,
      },
      { name: 'assuredOn', type: 'date', description: 'When that was found' },
      {
        name: 'validFrom',
        type: 'datetime',
        format: instant,
        description: 'Start of the validity, in UTC',
        required: true,
      },
      { name: 'validUntil', type: 'datetime', format: instant, description: 'End of the validity, in UTC' },
      {
        name: 'publishedAt',
        type: 'datetime',
        format: instant,
        description: 'When it was entered, in UTC',
        required: true,
      },
      invented,
      {
        name: 'statusChangedAt',
        type: 'datetime',
        format: instant,
        description: 'When the status became what it is, in UTC',
        required: true,
      },
      {
        name: 'statusChange',
        type: 'string',
        description: 'By what it did, as the changes of the register name it; statusReason says why in words',
        required: true,
      },
    ],
  },
  'national-events': {
    title: 'National Events Database',
    description: 'Public events, for information. Being in it does not mean that an event is accredited.',
    key: 'id',
    fields: [
      { name: 'id', type: 'string', description: 'Identifier', required: true },
      { name: 'title', type: 'string', description: 'Name of the event', required: true },
      ...place,
      { name: 'category', type: 'string', description: 'Category' },
      { name: 'organiser', type: 'string', description: 'Who holds it' },
      { name: 'accredited', type: 'boolean', description: 'Whether it is accredited', required: true },
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
