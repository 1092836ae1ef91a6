import { expect, test } from 'bun:test'
import { isMailAddress, mailboxKey, readMailAddress } from './mail-address.ts'

test('ordinary addresses are addresses, in other scripts too', () => {
  for (const email of ['robin@harbour.example', "o'neill+fair@a.b.example", 'größe@münchen.example', 'x@y.zz']) {
    expect(isMailAddress(email)).toBe(true)
  }
})

test('nothing that could end a header or a command is an address', () => {
  const hostile = [
    'a@b.example\r\nBcc: everyone@c.example',
    'a@b.example\nc@d.example',
    'a@b.example\u0000',
    'a@b.example, c@d.example',
    'a@b.example;c@d.example',
    '<a@b.example>',
    'Robin <a@b.example>',
    'a@b.example> SIZE=1',
    '"a b"@c.example',
    'a b@c.example',
    'a\u00a0b@c.example',
    'a\u202eb@c.example',
    'a@b@c.example',
    'a@localhost',
    'a@b..example',
    'a@.example',
    '@b.example',
    'a@',
    '',
    `${'a'.repeat(65)}@b.example`,
    `a@${'b'.repeat(250)}.example`,
  ]
  expect(hostile.filter(isMailAddress)).toEqual([])
})

test('a hostile address is judged at once', () => {
  const start = performance.now()
  expect(isMailAddress(`a@${'b.'.repeat(126)}`)).toBe(false)
  expect(isMailAddress('@'.repeat(1_000_000))).toBe(false)
  expect(performance.now() - start).toBeLessThan(2000)
})

test('a setting may name the sender', () => {
  expect(readMailAddress('hello@beaa.example')).toEqual({ name: '', email: 'hello@beaa.example' })
  expect(readMailAddress('The Authority <hello@beaa.example>')).toEqual({
    name: 'The Authority',
    email: 'hello@beaa.example',
  })
  expect(readMailAddress('"Authority, The" <hello@beaa.example>')).toEqual({
    name: 'Authority, The',
    email: 'hello@beaa.example',
  })
  for (const wrong of [
    '',
    'The Authority',
    'a@b.example c@d.example',
    'A <a@b.example> <c@d.example>',
    'A\r\nB <a@b.example>',
  ])
    expect(readMailAddress(wrong)).toBeNull()
})

test('one mailbox is one however its address is spelt', () => {
  const spellings: [string, string][] = [
    [' Robin@Harbour.example ', 'robin@harbour.example'],
    ['robin+fair+2@harbour.example', 'robin@harbour.example'],
    ['ro.bin@harbour.example', 'ro.bin@harbour.example'],
    ['Ro.Bin+fair@gmail.com', 'robin@gmail.com'],
    ['robin@GoogleMail.com', 'robin@gmail.com'],
    ['+tag@harbour.example', '+tag@harbour.example'],
  ]
  for (const [given, key] of spellings) expect(mailboxKey(given)).toBe(key)
})
