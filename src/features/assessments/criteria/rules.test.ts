import { expect, test } from 'bun:test'
import { type Criterion, criteriaFor, levelFor } from './criterion.ts'
import { compareCriteria, levelSummary, levelTable, ruleWords } from './rules.ts'

const criterion = (change: Partial<Criterion> = {}): Criterion => ({
  id: 'plan',
  name: 'Plan',
  group: 'safety',
  asked: 'A plan.',
  why: 'To know.',
  good: 'A short one.',
  rules: [{ level: 'must' }],
  ...change,
})

test('the first rule that fits an event decides; an unknown size counts as the smallest', () => {
  const plan = criterion({
    rules: [
      { level: 'must', types: ['physical'], from: 200 },
      { level: 'should', categories: ['Food & Drink'] },
    ],
  })
  const event = { eventType: 'physical', category: 'Other', capacity: 200 as number | null }
  expect(levelFor(plan, event)).toBe('must')
  expect(levelFor(plan, { ...event, capacity: 199 })).toBeNull()
  expect(levelFor(plan, { ...event, capacity: null })).toBeNull()
  expect(levelFor(plan, { eventType: 'online', category: 'Food & Drink', capacity: null })).toBe('should')
  const later = criterion({ id: 'access', group: 'community' })
  expect(criteriaFor([later, plan], event).map(({ id, level }) => `${id} ${level}`)).toEqual([
    'plan must',
    'access must',
  ])
})

test('rules are told as a table: a row for each kind of event, a column for each size', () => {
  expect(levelTable(criterion())).toEqual({
    sizes: ['Under 200', '200 to 799', '800 and more'],
    rows: [{ event: 'Every event', levels: ['must', 'must', 'must'] }],
  })
  const medical = criterion({
    rules: [
      { level: 'must', types: ['physical'], from: 500 },
      { level: 'must', types: ['physical'], categories: ['Sports & Fitness'] },
      { level: 'should', types: ['physical', 'private'] },
    ],
  })
  expect(levelTable(medical)).toEqual({
    sizes: ['Under 200', '200 to 499', '500 to 799', '800 and more'],
    rows: [
      { event: 'Public event, all but Sports & Fitness', levels: ['should', 'should', 'must', 'must'] },
      { event: 'Public event: Sports & Fitness', levels: ['must', 'must', 'must', 'must'] },
      { event: 'Private event service', levels: ['should', 'should', 'should', 'should'] },
    ],
  })
  expect(levelSummary(criterion())).toBe('Must')
  expect(levelSummary(medical)).toBe('Must, for some events')
  expect(levelSummary(criterion({ rules: [{ level: 'should' }] }))).toBe('Should')
  expect(levelSummary(criterion({ rules: [{ level: 'should', from: 200 }] }))).toBe('Should, for some events')
  expect(levelSummary(criterion({ rules: [{ level: 'should', types: ['online'] }] }))).toBe('Should, for some events')
})

test('two versions are compared by criterion and field', () => {
  const [plan, site, gone] = [
    criterion(),
    criterion({ id: 'site', name: 'Site' }),
    criterion({ id: 'gone', name: 'Gone' }),
  ]
  expect(compareCriteria([plan, site, gone], [plan, site, gone])).toEqual([])
  const changed = {
    ...plan,
    why: 'Because.',
    expires: true,
    graceDays: 7,
    rules: [{ level: 'should' as const, from: 200 }],
  }
  expect(compareCriteria([plan, site, gone], [site, changed, criterion({ id: 'new', name: 'New' })])).toEqual([
    { kind: 'added', id: 'new', name: 'New' },
    {
      kind: 'changed',
      id: 'plan',
      name: 'Plan',
      fields: [
        { field: 'Why', before: 'To know.', after: 'Because.' },
        { field: 'Last day', before: 'Not asked for', after: 'Asked for, with 7 days of grace' },
        { field: 'For which events', before: 'Must: every event', after: 'Should: every event, from 200 people' },
      ],
    },
    { kind: 'removed', id: 'gone', name: 'Gone' },
    { kind: 'moved', id: '', name: '' },
  ])
  expect(ruleWords({ level: 'must', types: ['online'], categories: ['Other'] })).toBe('Must: Online event, Other')
})
