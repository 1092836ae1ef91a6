import { expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { box, boxes, form, text } from '#wire/define-form.ts'
import type { PostedForm } from '#wire/form.ts'
import { withDocument } from './dom.test-setup.ts'
import { Form } from './form.tsx'
import { ChoiceField } from './form-choices.tsx'
import { PostedContext } from './posted-context.ts'

withDocument()

const settings = form({
  name: text({ label: 'Name', max: 20, initial: 'Ada' }),
  roles: boxes({
    label: 'Roles',
    choices: { reviewer: 'Reviewer', assessor: 'Assessor' },
    required: 'Choose at least one',
  }),
  once: box({ label: 'Once', initial: true }),
})

function show(posted: PostedForm | null): Element {
  const shown = document.createElement('div')
  shown.innerHTML = renderToStaticMarkup(
    <PostedContext value={posted}>
      <Form
        of={settings}
        command="save"
        button="Save"
        values={{ name: 'Grace', roles: 'reviewer' }}
        choiceFields={ChoiceField}
      />
    </PostedContext>,
  )
  return shown
}

const ticked = (shown: Element) =>
  [...shown.querySelectorAll<HTMLInputElement>('input[type=checkbox][checked]')].map(({ value }) => value)

test('a form holds what it is given until somebody has typed', () => {
  const shown = show(null)
  expect(shown.querySelector<HTMLInputElement>('input[name=name]')!.value).toBe('Grace')
  expect(ticked(shown)).toEqual(['reviewer', '1'])
})

test('a box that was unticked stays so after a refusal', () => {
  const problems = [{ field: 'roles', message: 'Choose at least one' }]
  const shown = show({ outcome: null, command: 'save', typed: { intent: 'save', name: 'Joan' }, problems })
  expect(shown.querySelector<HTMLInputElement>('input[name=name]')!.value).toBe('Joan')
  expect(ticked(shown)).toEqual([])
})

test('a post of another form leaves this one as it was', () => {
  const shown = show({ outcome: null, command: 'remove', typed: { intent: 'remove' }, problems: [] })
  expect(ticked(shown)).toEqual(['reviewer', '1'])
})
