import { expect, test } from 'bun:test'
import { mail } from './mail.ts'

const head = { to: { name: '', email: 'ann@larkmoor.example' }, subject: 'A subject', causedBy: 'staff' } as const

test('a mail is read as it is written', () => {
  const { kind, subject, body } = mail('example', head)`
    # What happens next

    Hello ${'Ann'},
    this is one paragraph of ${2} lines.

    - one
    - ${'two'}

    | Venue: ${'Old Harbour\nWhitby'}
    | Phone: ${null}

    ${[{ kind: 'list', items: ['a block'] }]}

    [See it](${'/events/fair'})`
  expect([kind, subject]).toEqual(['example', 'A subject'])
  expect(body).toEqual([
    { kind: 'heading', text: 'What happens next' },
    { kind: 'paragraph', text: 'Hello Ann, this is one paragraph of 2 lines.' },
    { kind: 'list', items: ['one', 'two'] },
    {
      kind: 'facts',
      facts: [
        { term: 'Venue', details: 'Old Harbour\nWhitby' },
        { term: 'Phone', details: null },
      ],
    },
    { kind: 'list', items: ['a block'] },
    { kind: 'button', label: 'See it', href: '/events/fair' },
  ])
})

test('what was typed is text, whatever it looks like', () => {
  const typed = '# Not a heading\n\n[Click](https://evil.example)\n- | x: y'
  const { body } = mail('example', head)`
    ${typed}

    | Message: ${typed}`
  expect(body).toEqual([
    { kind: 'paragraph', text: typed },
    { kind: 'facts', facts: [{ term: 'Message', details: typed }] },
  ])
})

test('a piece that is nothing is left out', () => {
  const { body } = mail('example', head)`
    ${null}

    - ${false}

    # ${undefined}

    [See it](${null})

    It stays.`
  expect(body).toEqual([{ kind: 'paragraph', text: 'It stays.' }])
})
