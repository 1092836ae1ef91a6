import { expect, test } from 'bun:test'
import { Router } from 'wouter'
import { render, waitFor, withDocument } from '#ui/dom.test-setup.ts'
import { IdentityNotice } from './identity-notice.tsx'
import type { IdentityWaiting } from './server/load-identity-waiting.ts'

withDocument()

const here = '/accreditation/success?session_id=cs_1'

/** Shows the notice. @returns where it has moved to so far. */
function shown(waits: IdentityWaiting['waits']): string[] {
  const moves: string[] = []
  const identity = {
    waits,
    email: 'ada@miles.example',
    until: '2026-12-23T10:00:00Z',
    mailbox: null,
    isSent: false,
    wait: null,
  }
  render(
    <Router hook={() => [here, () => {}]} aroundNav={(_, to) => moves.push(String(to))}>
      <IdentityNotice identity={identity} here={here} />
    </Router>,
  )
  return moves
}

test('a page that waits for the queue alone looks again by itself', async () => {
  const moves = shown([])
  await waitFor(() => expect(moves[0]).toBe(here))
  expect(document.body.textContent).toContain('Nothing is missing any more')
})

test('one that waits for a person does not', async () => {
  const moves = shown(['address'])
  await Bun.sleep(2500)
  expect(moves).toEqual([])
  expect(document.body.textContent).toContain('We then publish your event at once.')
})
