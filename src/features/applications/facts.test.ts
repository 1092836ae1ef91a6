import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type EventSummary, eventFacts } from './facts.ts'
import { emptyDraft, fieldLabels } from './rules.ts'

test('each field that is typed for the event is told again', () => {
  const event = Object.fromEntries(
    Object.keys(emptyDraft).map((field) => [field, `<${field}>`]),
  ) as unknown as EventSummary
  const facts = eventFacts({ ...event, eventType: 'physical', date: '2027-05-08' })
    .map(({ details }) => details)
    .join()
  expect(facts).toContain('8 May 2027')
  const typed = ['title', 'category', 'venue', 'address', 'city', 'county', 'postcode', 'onlineUrl', 'url', 'capacity']
  for (const field of [...typed, 'description']) expect(facts).toContain(`<${field}>`)
})

test('each field that has a name is in one of the steps of the form', async () => {
  const steps = ['organisation-step', 'event-step', 'compliance-step', 'review-step', 'company-search']
  const sources = await Promise.all(steps.map((name) => Bun.file(join(import.meta.dir, `${name}.tsx`)).text()))
  const missing = Object.keys(fieldLabels).filter((field) => !sources.join().includes(`name="${field}"`))
  expect(missing).toEqual([])
})
