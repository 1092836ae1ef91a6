import { type } from 'arktype'
import { isDay } from '#domain/calendar-day.ts'
import { refuse } from '#wire/field-failures.ts'
import { reasonLimit } from './rules.ts'

export const decisionSchema = type({
  applicationId: type('string.uuid').configure({ sentence: 'Give the id of the application' }),
  status: type("'approved' | 'rejected'").configure({ sentence: 'The decision is approved or rejected' }),
  /** The revision of the application that was looked at. */
  'revision?': '1 <= number.integer <= 1000000000',
  'reason?': type(`string <= ${reasonLimit}`)
    .or('null')
    .configure({ sentence: `The reason is a text of at most ${reasonLimit} characters` }),
}).onUndeclaredKey('reject')

export const decidedSchema = type({ applicationId: 'string.uuid', status: "'approved' | 'rejected'" })

/** Since when: a time as the queue's page was made at. */
export const arrivalsQuery = type({
  since: type('string.date.iso <= 40')
    .narrow((time, ctx) => isDay(time.slice(0, 10)) || refuse(ctx, 'Use a time in ISO 8601'))
    .configure({ sentence: 'Use a time in ISO 8601', format: 'date-time' }),
})

const text = 'string <= 100'

/** The filters of the queue, as its address carries them; what makes no sense is no filter. */
export const queueExportQuery = type({
  'status?': text,
  'q?': text,
  'older?': text,
  'whose?': text,
}).onUndeclaredKey('delete')

export const arrivalsSchema = type({ applications: 'number.integer', answers: 'number.integer' })
