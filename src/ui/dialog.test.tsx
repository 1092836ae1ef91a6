import { expect, mock, test } from 'bun:test'
import { renderToString } from 'react-dom/server'
import { Router } from 'wouter'
import { Dialog } from './dialog.tsx'
import { fireEvent, render, withDocument } from './dom.test-setup.ts'

withDocument()

function Page({ open, onClose, closeHref }: { open: boolean; onClose?: () => void; closeHref?: string }) {
  return (
    <>
      <button type="button">Details</button>
      <Dialog open={open} title="Choral festival" onClose={onClose} closeHref={closeHref}>
        <p>Tarnside Hall</p>
      </Dialog>
    </>
  )
}

const opener = () => document.querySelector('button')!
const dialog = () => document.querySelector('dialog')

test('it opens as a modal that carries the name of its heading', () => {
  const modal = mock()
  const original = window.HTMLDialogElement.prototype.showModal
  window.HTMLDialogElement.prototype.showModal = function () {
    modal(this.hasAttribute('open'))
    original.call(this)
  }
  render(<Page open onClose={() => {}} />)
  window.HTMLDialogElement.prototype.showModal = original
  // An element that is open already cannot be made modal: the attribute has to be gone first.
  expect(modal.mock.calls).toEqual([[false]])
  const label = dialog()!.getAttribute('aria-labelledby')!
  expect(document.getElementById(label)?.textContent).toBe('Choral festival')
})

test('it gives the focus back to what opened it', () => {
  const view = render(<Page open={false} onClose={() => {}} />)
  opener().focus()
  view.rerender(<Page open onClose={() => {}} />)
  dialog()!.querySelector<HTMLElement>('[aria-label="Close"]')!.focus()
  expect(document.activeElement).not.toBe(opener())
  view.rerender(<Page open={false} onClose={() => {}} />)
  expect(dialog()).toBeNull()
  expect(document.activeElement).toBe(opener())
})

test('it gives the focus to the twin of a link that was drawn anew', async () => {
  const link = (key: string, open: boolean) => (
    <div key={key}>
      <a href="/events?event=choir">Choir</a>
      <Dialog open={open} title="Choir" closeHref="/events">
        <p>Tarnside Hall</p>
      </Dialog>
    </div>
  )
  const view = render(link('list', false))
  document.querySelector<HTMLElement>('a')!.focus()
  view.rerender(link('list with dialog', true))
  view.rerender(link('list again', false))
  await Bun.sleep(5)
  expect(document.activeElement?.getAttribute('href')).toBe('/events?event=choir')
})

test('Escape asks its owner to close it and does not close it behind its back', () => {
  const onClose = mock()
  render(<Page open onClose={onClose} />)
  const request = new window.Event('cancel', { cancelable: true })
  fireEvent(dialog()!, request)
  expect(onClose).toHaveBeenCalledTimes(1)
  expect(request.defaultPrevented).toBe(true)
})

test('a press beside it closes it, a press inside does not', () => {
  const onClose = mock()
  render(<Page open onClose={onClose} />)
  fireEvent.click(dialog()!.querySelector('p')!)
  expect(onClose).not.toHaveBeenCalled()
  fireEvent.click(dialog()!)
  expect(onClose).toHaveBeenCalledTimes(1)
})

test('with an address to close to, closing goes there', () => {
  const visits: string[] = []
  const hook = (): [string, (to: string) => void] => ['/events', (to) => visits.push(to)]
  render(
    <Router hook={hook}>
      <Page open closeHref="/events" />
    </Router>,
  )
  fireEvent(dialog()!, new window.Event('cancel', { cancelable: true }))
  expect(visits).toEqual(['/events'])
})

test('the server renders it open, with a closing link that needs no script', () => {
  const html = renderToString(
    <Router ssrPath="/events">
      <Page open closeHref="/events?category=sports" />
    </Router>,
  )
  expect(html).toMatch(/<dialog[^>]* open=""/)
  expect(html).toMatch(/<a [^>]*href="\/events\?category=sports"/)
  expect(html).not.toContain('style=')
})

test('closed, it leaves nothing in the page', () => {
  expect(renderToString(<Page open={false} />)).not.toContain('dialog')
})
