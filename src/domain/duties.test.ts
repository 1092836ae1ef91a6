import { expect, test } from 'bun:test'
import { carries, duties, roles } from './duties.ts'

test('an owner carries every duty, and everyone the front page of the desk', () => {
  for (const duty of duties) expect([duty, carries('owner', duty)]).toEqual([duty, true])
  for (const role of roles) expect([role, carries(role, 'desk')]).toEqual([role, true])
})

test('money is hidden from those who decide, and decisions from those who keep the money', () => {
  expect(carries('reviewer', 'money')).toBe(false)
  expect(carries('editor', 'money')).toBe(false)
  expect(carries('finance', 'review')).toBe(false)
  expect(carries('finance', 'money')).toBe(true)
  expect(roles.filter((role) => carries(role, 'people'))).toEqual(['owner'])
  expect(roles.filter((role) => carries(role, 'audit'))).toEqual(['owner'])
})
