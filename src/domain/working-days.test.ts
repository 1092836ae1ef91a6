import { expect, test } from 'bun:test'
import { dayAfter } from './calendar-day.ts'
import { isWorkingDay } from './office-hours.ts'

test('working days are Monday to Friday', () => {
  const week = Array.from({ length: 7 }, (_, index) => isWorkingDay(dayAfter('2026-11-23', index)))
  expect(week).toEqual([true, true, true, true, true, false, false])
})
