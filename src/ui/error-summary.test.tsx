import { expect, test } from 'bun:test'
import { fireEvent, render, withDocument } from './dom.test-setup.ts'
import { ErrorSummary } from './error-summary.tsx'
import { TextInput } from './field.tsx'

withDocument()

const problems = [{ field: 'eventDraft.title', message: 'Event title is required' }]

function Form({ takeFocus, attempt = 0, wrong = true }: { takeFocus?: boolean; attempt?: number; wrong?: boolean }) {
  return (
    <form>
      <ErrorSummary
        key={attempt}
        heading="Please fix the following errors"
        problems={wrong ? problems : []}
        takeFocus={takeFocus}
      />
      <TextInput name="eventDraft.title" label="Event title" error={wrong ? 'Event title is required' : undefined} />
    </form>
  )
}

const summary = () => document.querySelector<HTMLElement>('[role=alert]')
const field = () => document.querySelector('input')!

test('nothing is shown for no errors', () => {
  render(<Form wrong={false} />)
  expect(summary()).toBeNull()
})

test('it takes the focus when it appears, and again at the next attempt', () => {
  const view = render(<Form wrong={false} />)
  view.rerender(<Form attempt={1} />)
  expect(document.activeElement).toBe(summary())
  field().focus()
  view.rerender(<Form attempt={2} />)
  expect(document.activeElement).toBe(summary())
})

test('it leaves the focus where a form puts it itself', () => {
  const view = render(<Form wrong={false} takeFocus={false} />)
  field().focus()
  view.rerender(<Form takeFocus={false} />)
  expect(document.activeElement).toBe(field())
})

test('an entry puts the focus into its field and leaves the address alone', () => {
  render(<Form />)
  const entry = summary()!.querySelector('a')!
  expect(entry.getAttribute('href')).toBe('#eventDraft.title')
  const followed = fireEvent.click(entry)
  expect(followed).toBe(false)
  expect(document.activeElement).toBe(field())
})
