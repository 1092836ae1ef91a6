import { expect, test } from 'bun:test'
import { isFreeMailDomain, registeredDomain } from './check-identity.ts'

test.each([
  ['ann@fairs.co.uk', 'fairs.co.uk'],
  ['ann@post.Fairs.co.uk', 'fairs.co.uk'],
  // A name below a shared one is somebody's own; the shared one is nobody's.
  ['ann@ann.github.io', 'ann.github.io'],
  ['ann@github.io', null],
  ['ann@co.uk', null],
])('%s belongs to %p', async (email, domain) => {
  expect(await registeredDomain(email)).toBe(domain)
})

test('where anybody can have an address, no company owns the domain', async () => {
  for (const domain of [
    'gmail.com',
    'googlemail.com',
    'outlook.com',
    'hotmail.co.uk',
    'btinternet.com',
    'talktalk.net',
    'proton.me',
    'mailinator.com',
  ])
    expect({ domain, isFree: await isFreeMailDomain(domain) }).toEqual({ domain, isFree: true })
  for (const domain of ['fairs.co.uk', 'harbour-lights.example'])
    expect({ domain, isFree: await isFreeMailDomain(domain) }).toEqual({ domain, isFree: false })
})
