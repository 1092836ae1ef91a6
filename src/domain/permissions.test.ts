import { expect, test } from 'bun:test'
import { carries, permissions, roles } from './permissions.ts'

test('an owner carries every permission, and everyone the front page of the admin area', () => {
  for (const permission of permissions) expect([permission, carries(['owner'], permission)]).toEqual([permission, true])
  for (const role of roles) expect([role, carries([role], 'admin')]).toEqual([role, true])
})

test('money is hidden from those who decide, and decisions from those who keep the money', () => {
  expect(carries(['reviewer'], 'money')).toBe(false)
  expect(carries(['editor'], 'money')).toBe(false)
  expect(carries(['finance'], 'review')).toBe(false)
  expect(carries(['finance'], 'money')).toBe(true)
  expect(roles.filter((role) => carries([role], 'people'))).toEqual(['owner'])
  expect(roles.filter((role) => carries([role], 'audit'))).toEqual(['owner'])
})

test('several roles carry together what each of them carries, and no more', () => {
  expect(carries(['reviewer', 'finance'], 'review')).toBe(true)
  expect(carries(['reviewer', 'finance'], 'money')).toBe(true)
  expect(carries(['reviewer', 'finance'], 'people')).toBe(false)
  expect(carries([], 'admin')).toBe(false)
})

test('a panel member only votes, and who reported a concern is for those who deal with concerns', () => {
  expect(permissions.filter((permission) => carries(['panel'], permission))).toEqual(['admin', 'panel'])
  expect(roles.filter((role) => carries([role], 'reporters'))).toEqual(['concerns', 'owner'])
  expect(roles.filter((role) => carries([role], 'concerns'))).toEqual(['editor', 'concerns', 'owner'])
})
