import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { createStore, Provider } from 'jotai'
import { Dialog } from './dialog.tsx'
import { act, fireEvent, render, withDocument } from './dom.test-setup.ts'
import { type Toast, Toaster, toastStay, useToast } from './toast.tsx'

withDocument()
beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

let say: (toast: Toast) => void = () => {}

function Speaker() {
  say = useToast()
  return null
}

function show({ dialog = false } = {}) {
  return render(
    <Provider store={createStore()}>
      <Speaker />
      <Dialog open={dialog} title="Booking" onClose={() => {}}>
        <p>Choose a time</p>
      </Dialog>
      <Toaster />
    </Provider>,
  )
}

const status = () => document.querySelector('[role=status]')!.textContent
const alert = () => document.querySelector('[role=alert]')!.textContent
const wait = (milliseconds: number) => act(() => void jest.advanceTimersByTime(milliseconds))

test('a toast is said in its turn, a destructive one at once, and the second takes the place of the first', () => {
  show()
  expect([status(), alert()]).toEqual(['', ''])
  act(() => say({ title: 'Message Sent', description: 'We answer within 24 hours.' }))
  expect([status(), alert()]).toEqual(['Message SentWe answer within 24 hours.', ''])
  act(() => say({ title: 'Payment Error', variant: 'destructive' }))
  expect([status(), alert()]).toEqual(['', 'Payment Error'])
})

test('it goes by itself', () => {
  show()
  act(() => say({ title: 'Message Sent' }))
  wait(toastStay.default - 1)
  expect(status()).toBe('Message Sent')
  wait(1)
  expect(status()).toBe('')
})

test('the same words again stay for their whole time', () => {
  show()
  const words = { title: 'Saved' }
  act(() => say(words))
  wait(toastStay.default - 1)
  act(() => say(words))
  wait(toastStay.default - 1)
  expect(status()).toBe('Saved')
})

test('it stays while its button is pointed at or holds the focus', () => {
  show()
  act(() => say({ title: 'Message Sent' }))
  const dismiss = document.querySelector('[aria-label=Dismiss]')!
  fireEvent.pointerEnter(dismiss)
  wait(toastStay.default * 3)
  expect(status()).toBe('Message Sent')
  fireEvent.pointerLeave(dismiss)
  fireEvent.focus(dismiss)
  wait(toastStay.default * 3)
  expect(status()).toBe('Message Sent')
  fireEvent.blur(dismiss)
  wait(toastStay.default)
  expect(status()).toBe('')
})

test('dismissed by hand, it does not hold up the next one', () => {
  show()
  act(() => say({ title: 'One' }))
  fireEvent.pointerEnter(document.querySelector('[aria-label=Dismiss]')!)
  fireEvent.click(document.querySelector('[aria-label=Dismiss]')!)
  expect(status()).toBe('')
  act(() => say({ title: 'Two' }))
  wait(toastStay.default)
  expect(status()).toBe('')
})

test('over a dialog it is said inside it, where it can be reached', () => {
  show({ dialog: true })
  act(() => say({ title: 'Booking Failed', variant: 'destructive' }))
  const alerts = [...document.querySelectorAll('[role=alert]')]
  expect(alerts.map((each) => each.textContent)).toEqual(['Booking Failed'])
  expect(alerts[0]!.closest('dialog')).not.toBeNull()
})
