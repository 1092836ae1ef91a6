import { expect, test } from 'bun:test'
import { maskEmail } from '#domain/mail-address.ts'

test.each([
  ['perpetua@example.com', 'p•••@example.com'],
  ['a@b.example', 'a•••@b.example'],
  ['"odd@name"@b.example', '"•••@b.example'],
])('%s is masked', (email, masked) => expect(maskEmail(email)).toBe(masked))
