import { expect, test } from 'bun:test'
import { carries, permissions, roles } from './permissions.ts'

test('an owner carries every permission, and everyone the front page of the admin area', () => {
  for (const permission of permissions) expect([permission, carries('owner', permission)]).toEqual([permission, true])
  for (const role of roles) expect([role, carries(role, 'admin')]).toEqual([role, true])
})

test('money is hidden from those who decide, and decisions from those who keep the money', () => {
  expect(carries('reviewer', 'money')).toBe(false)
  expect(carries('editor', 'money')).toBe(false)
  expect(carries('finance', 'review')).toBe(false)
  expect(carries('finance', 'money')).toBe(true)
  expect(roles.filter((role) => carries(role, 'people'))).toEqual(['owner'])
  expect(roles.filter((role) => carries(role, 'audit'))).toEqual(['owner'])
})
