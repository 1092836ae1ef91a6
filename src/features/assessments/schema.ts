import { type } from 'arktype'
import { isDay } from '#domain/calendar-day.ts'
import { callTimes } from '#domain/call-times.ts'
import { refuse } from '#wire/field-failures.ts'
import { clockTime, day } from '#wire/formats.ts'
import { selectedOptionsSchema } from '#wire/selected-options.ts'
import { phoneLine } from '#wire/text-schema.ts'
import { sentences } from './rules.ts'

const preferredDate = type('string <= 10')
  .narrow((text, ctx) => isDay(text) || refuse(ctx, sentences.day))
  .configure({ sentence: sentences.day, format: 'date' })
const preferredTime = type.enumerated(...callTimes).configure({ sentence: sentences.time })

const longestMessage = 2000

export const bookingSchema = type({
  applicationId: type('string.uuid').configure({ sentence: 'Name the application by its id' }),
  preferredDate,
  preferredTime,
  phone: phoneLine(sentences.phone),
  message: type('null')
    .pipe(() => '')
    .or(
      type('string')
        .atMostLength(longestMessage)
        .narrow((text) => !/[^\P{Cc}\t\r\n]/u.test(text) && text.isWellFormed())
        .pipe((text) => text.replaceAll('\r\n', '\n').trim()),
    )
    .configure({ sentence: `Use letters, numbers and punctuation only, at most ${longestMessage} of them` })
    .default(''),
  selectedOptions: selectedOptionsSchema,
}).onUndeclaredKey('delete')

export const slotSchema = type({ preferredDate, preferredTime }).onUndeclaredKey('delete')

const slotAnswer = type({ preferredDate: day, preferredTime: clockTime })

export const nextFreeDetails = type({ 'nextFree?': slotAnswer.array() })

export const bookingAnswer = type({
  id: 'string.uuid',
  applicationId: 'string.uuid',
  preferredDate: day,
  preferredTime: clockTime,
  selectedOptions: 'string[]',
})

export const timesQuery = type({ date: preferredDate })

export const timesAnswer = type({ date: day, times: clockTime.array(), nextFree: slotAnswer.array() })
