import { expect, test } from 'bun:test'
import { roles } from '#domain/permissions.ts'
import { adminGroupsFor, currentAdminPage } from './admin-frame.tsx'

const labels = (role: (typeof roles)[number]) =>
  adminGroupsFor([role]).flatMap(({ pages }) => pages.map((p) => p.label))

test('an owner sees every page, each role its own account, and nobody an empty group', () => {
  expect(adminGroupsFor(['owner']).map(({ label }) => label)).toEqual([
    'Work',
    'Money',
    'Site',
    'Admin area',
    'Account',
  ])
  for (const role of roles) {
    expect(labels(role)).toContain('My account')
    expect(labels('owner')).toEqual(expect.arrayContaining(labels(role)))
    expect(adminGroupsFor([role]).every(({ pages }) => pages.length > 0)).toBe(true)
  }
  expect(labels('panel')).not.toContain('Mailbox')
})

test('the current page is the nearest one above an address', () => {
  expect(currentAdminPage('/admin')?.label).toBe('My work')
  expect(currentAdminPage('/admin/mailbox/7')?.label).toBe('Mailbox')
  expect(currentAdminPage('/admin/correspondence/leads/7')?.label).toBe('Correspondence')
  expect(currentAdminPage('/admin/mailboxes')).toBeNull()
  expect(currentAdminPage('/review/1')?.label).toBe('Applications')
  expect(currentAdminPage('/listings')).toBeNull()
})

test('no address stands in the navigation twice', () => {
  const all = adminGroupsFor(['owner']).flatMap(({ pages }) => pages.map(({ href }) => href))
  expect(new Set(all).size).toBe(all.length)
})
