import { expect, test } from 'bun:test'
import { type Type, type } from 'arktype'
import { checkInput } from '#wire/check-input.ts'
import { isFailure } from '#wire/failure.ts'
import { endpoints } from './endpoints.ts'

/** Fields that are taken as they come, and why: a signature covers each character. */
const exact = ['verifyCredential credential']

test('no field of any call lets a character through that turns the order of letters around', () => {
  const through = new Set<string>()
  let fields = 0
  for (const { id, params, query, schema } of endpoints)
    for (const part of [params, query, schema])
      for (const { key, value } of (part?.in as { props?: { key: string; value: Type }[] } | undefined)?.props ?? []) {
        fields++
        for (const given of shapes) {
          const checked = checkInput(type({ [key]: value }), { [key]: given })
          if (!isFailure(checked) && JSON.stringify(checked.input).includes('\u202e')) through.add(`${id} ${key}`)
        }
      }
  expect(fields).toBeGreaterThan(100)
  expect([...through]).toEqual(exact)
})

const text = 'a\u202eb'
const shapes = [text, [text], { text }, [{ text }], { title: text, name: text }]
