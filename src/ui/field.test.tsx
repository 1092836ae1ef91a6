import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { Checkbox, RadioGroup } from './choices.tsx'
import { fireEvent, render, withDocument } from './dom.test-setup.ts'
import { SearchInput, Select, TextArea, TextInput } from './field.tsx'

withDocument()

/** The texts that assistive technology reads after a control's name. */
function described(control: Element): string[] {
  const ids = control.getAttribute('aria-describedby')?.split(' ') ?? []
  return ids.map((id) => document.getElementById(id)?.textContent ?? `nothing has the id ${id}`)
}

test('label, hint, error and counter belong to the control', () => {
  render(
    <TextInput
      name="engraving"
      label="Engraving"
      hint="As it shall stand."
      error="Please write something."
      counter={{ used: 3, max: 50 }}
    />,
  )
  const control = document.querySelector('input')!
  expect(document.querySelector('label')!.htmlFor).toBe(control.id)
  expect(control.id).toBe('engraving')
  expect(described(control)).toEqual(['As it shall stand.', 'Error: Please write something.', '3 of 50 characters'])
  expect(control.getAttribute('aria-invalid')).toBe('true')
})

test('a control without hint and error refers to nothing', () => {
  render(<TextInput name="email" label="Email" type="email" autoComplete="email" />)
  const control = document.querySelector('input')!
  expect(control.hasAttribute('aria-describedby')).toBe(false)
  expect(control.hasAttribute('aria-invalid')).toBe(false)
  expect(control.type).toBe('email')
  expect(control.getAttribute('autocomplete')).toBe('email')
})

test('an id of its own keeps two forms with the same names apart', () => {
  render(
    <>
      <TextInput name="email" label="Email" />
      <TextInput name="email" id="second-email" label="Email" error="Wrong" />
    </>,
  )
  const [first, second] = document.querySelectorAll('input')
  expect([first!.id, second!.id]).toEqual(['email', 'second-email'])
  expect(described(second!)).toEqual(['Error: Wrong'])
})

test('every kind of control carries its error', () => {
  render(
    <>
      <TextArea name="message" label="Message" error="Say something" />
      <Select
        name="category"
        label="Category"
        options={[{ value: 'a', label: 'A' }]}
        placeholder="Choose"
        error="Choose one"
      />
      <Checkbox name="agree" label="I agree" error="Please agree" />
    </>,
  )
  expect(described(document.querySelector('textarea')!)).toEqual(['Error: Say something'])
  expect(described(document.querySelector('select')!)).toEqual(['Error: Choose one'])
  expect(described(document.querySelector('input')!)).toEqual(['Error: Please agree'])
})

test('the first choice of a group carries its id, and the group its error', () => {
  render(
    <RadioGroup
      name="eventType"
      label="Event type"
      error="Event type is required"
      choices={[
        { value: 'public', label: 'Public', hint: 'At a venue.' },
        { value: 'private', label: 'Private' },
      ]}
    />,
  )
  const group = document.querySelector('fieldset')!
  const first = document.getElementById('eventType') as HTMLInputElement
  expect(described(group)).toEqual(['Error: Event type is required'])
  expect(group.querySelector('legend')!.textContent).toBe('Event type')
  expect(first.value).toBe('public')
  expect(described(first)).toEqual(['At a venue.'])
})

test('a choice reports its value', () => {
  const chosen: string[] = []
  render(
    <RadioGroup
      name="answer"
      label="Answer"
      value="yes"
      onChange={(value) => chosen.push(value)}
      choices={[
        { value: 'yes', label: 'Yes' },
        { value: 'no', label: 'No' },
      ]}
    />,
  )
  fireEvent.click(document.querySelector<HTMLInputElement>('input[value=no]')!)
  expect(chosen).toEqual(['no'])
})

test('a search form works as an ordinary GET', () => {
  const html = renderToStaticMarkup(
    <form action="/listings">
      <SearchInput name="q" label="Title or venue" defaultValue="choir">
        <input type="hidden" name="city" value="Leeds" />
      </SearchInput>
    </form>,
  )
  expect(html).toMatch(/<input type="search"[^>]*name="q"[^>]*value="choir"/)
  expect(html).toContain('type="submit"')
  expect(html).toContain('name="city"')
})
