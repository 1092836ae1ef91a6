import { expect, mock, test } from 'bun:test'
import { Button } from './button.tsx'
import { fireEvent, render, withDocument } from './dom.test-setup.ts'
import { OutsideLink } from './outside-link.tsx'

withDocument()

test('a busy button says what it does, keeps its focus and takes no further press', () => {
  const press = mock()
  const submit = mock((event: Event) => event.preventDefault())
  const form = (busy: boolean) => (
    <form onSubmit={(event) => submit(event.nativeEvent)}>
      <Button type="submit" busy={busy} busyText="Sending..." onClick={press}>
        Send
      </Button>
    </form>
  )
  const view = render(form(false))
  const button = document.querySelector('button')!
  button.focus()
  view.rerender(form(true))
  expect(button.textContent).toBe('Sending...')
  expect(document.activeElement).toBe(button)
  fireEvent.click(button)
  expect(press).not.toHaveBeenCalled()
  expect(submit).not.toHaveBeenCalled()
  view.rerender(form(false))
  fireEvent.click(button)
  expect(press).toHaveBeenCalledTimes(1)
  expect(submit).toHaveBeenCalledTimes(1)
})

test('a button sends its form unless somebody listens to its press', () => {
  render(
    <>
      <Button>Send</Button>
      <Button onClick={() => {}}>Open</Button>
    </>,
  )
  expect([...document.querySelectorAll('button')].map(({ type }) => type)).toEqual(['submit', 'button'])
})

test('a link to another site in a new tab says so and gives nothing away', () => {
  render(<OutsideLink href="https://tickets.example/choir">Book Tickets</OutsideLink>)
  const link = document.querySelector('a')!
  expect(link.textContent).toBe('Book Tickets (opens in a new tab)')
  expect(link.rel).toBe('noopener noreferrer')
})
