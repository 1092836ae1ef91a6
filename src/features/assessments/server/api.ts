import { camel } from '#database/camel.ts'
import { sentences } from '#features/assessments/rules.ts'
import { bookingAnswer, bookingSchema, nextFreeDetails, timesAnswer, timesQuery } from '#features/assessments/schema.ts'
import { answer, command, read } from '#requests/command.ts'
import { actingFor } from '#requests/visitor.ts'
import { failure, isFailure } from '#wire/failure.ts'
import { bookCall, bookingLimit, mayBook, nextDetails } from './book-call.ts'
import { listFreeTimes, listNextFree } from './free-times.ts'
import { findApplication } from './queries.ts'

export const listAssessmentTimes = read({
  permission: 'anyone',
  summary: 'The free times of a day for the assessment call',
  description:
    'Times are in Europe/London. Weekends and times in the past are not free. nextFree has up to three free times from that day on.',
  query: timesQuery,
  answers: { 200: timesAnswer },
  failures: {},
  limit: { name: 'assessment-times', points: 600, seconds: 600 },
  run: async ({ query, services }) => {
    const [times, next] = await Promise.all([listFreeTimes(services, query.date), listNextFree(services, query.date)])
    return answer({ date: query.date, times, ...nextDetails(next) })
  },
})

export const bookAssessment = command({
  permission: 'owner',
  summary: 'Book the assessment call',
  description:
    'For the browser that applied (its signed cookie) or a signed-in admin. One call for each application. If another time is free, a refusal has nextFree. If the same booking is sent again, the answer is the same call (200 instead of 201).',
  schema: bookingSchema,
  answers: { 200: bookingAnswer, 201: bookingAnswer },
  failures: {
    forbidden: 'This browser did not apply.',
    'not-found': 'There is no such application.',
    conflict: {
      when: 'The time is taken (nextFree has others), there is already a call, the application was rejected, or the same email address or visitor already has two calls to come.',
      details: nextFreeDetails,
    },
    invalid: { when: 'There are no calls at that time. nextFree has others.', details: nextFreeDetails },
  },
  limit: bookingLimit,
  run: async ({ input, visitor, services }) => {
    const [application] = await findApplication(camel(services.sql), { id: input.applicationId })
    if (!application) return failure('not-found', 'There is no such application.')
    if (!(await mayBook(visitor, application))) return failure('forbidden', sentences.notYours)
    const by = await actingFor(visitor, [application.id, application.organisationId])
    const booked = await bookCall(services, application, input, visitor, by)
    if (isFailure(booked)) return booked
    const { id, applicationId, day: preferredDate, time: preferredTime, selectedOptions } = booked.call
    const call = { id, applicationId, preferredDate, preferredTime, selectedOptions }
    return answer(call, { status: booked.created ? 201 : 200 })
  },
})
