import { expect, test } from 'bun:test'
import { roles } from '../domain/duties.ts'
import { currentDeskPage, deskGroups, deskGroupsFor } from './admin-navigation.ts'

const labels = (role: (typeof roles)[number]) => deskGroupsFor(role).flatMap(({ pages }) => pages.map((p) => p.label))

test('an owner sees every page, each role its own account, and nobody an empty group', () => {
  expect(labels('owner')).toEqual(deskGroups.flatMap(({ pages }) => pages.map((page) => page.label)))
  for (const role of roles) expect(labels(role)).toContain('My account')
  for (const role of roles) expect(deskGroupsFor(role).every(({ pages }) => pages.length > 0)).toBe(true)
  expect(labels('reviewer')).not.toContain('Mailbox')
})

test('the current page is the nearest one above an address', () => {
  expect(currentDeskPage('/admin')?.label).toBe('Overview')
  expect(currentDeskPage('/admin/mailbox/7')?.label).toBe('Mailbox')
  expect(currentDeskPage('/admin/mailboxes')).toBeNull()
  expect(currentDeskPage('/review/1')?.label).toBe('Applications')
  expect(currentDeskPage('/listings')).toBeNull()
})

test('no address stands in the navigation twice', () => {
  const all = deskGroups.flatMap(({ pages }) => pages.flatMap((page) => [page.href, ...(page.covers ?? [])]))
  expect(new Set(all).size).toBe(all.length)
})
