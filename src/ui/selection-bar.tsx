import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Button } from './button.tsx'
import { Select } from './field.tsx'

/** Boxes outside it, too, that name it in their attribute `form`. */
const boxesOf = (form: HTMLFormElement) =>
  [...document.querySelectorAll<HTMLInputElement>('.chooses > input')].filter((box) => box.form === form)

/**
 * What can be done with the chosen rows of a list (`select` of an `AdminTable` in the same form). It stays in view; with a script it counts them
 * and chooses all, and a press with Shift chooses all rows from the last pressed one.
 */
export function SelectionBar({ children }: { children: ReactNode }) {
  const bar = useRef<HTMLDivElement>(null)
  const [chosen, setChosen] = useState<{ count: number; all: number } | null>(null)
  useEffect(() => {
    const form = bar.current?.closest('form')
    if (!form) return
    let last: HTMLInputElement | null = null
    const count = () => {
      const boxes = boxesOf(form)
      setChosen({ count: boxes.filter(({ checked }) => checked).length, all: boxes.length })
    }
    const press = (event: MouseEvent) => {
      const box = event.target
      if (!(box instanceof HTMLInputElement) || box.form !== form || !box.matches('.chooses > input')) return
      const boxes = boxesOf(form)
      const [one, other] = [boxes.indexOf(box), last ? boxes.indexOf(last) : -1]
      if (event.shiftKey && other >= 0)
        for (const each of boxes.slice(Math.min(one, other), Math.max(one, other) + 1)) each.checked = box.checked
      last = box
      count()
    }
    document.addEventListener('click', press)
    count()
    return () => document.removeEventListener('click', press)
  }, [])
  const chooseAll = (checked: boolean) => {
    const form = bar.current?.closest('form')
    if (!form) return
    for (const box of boxesOf(form)) box.checked = checked
    setChosen(chosen && { ...chosen, count: checked ? chosen.all : 0 })
  }
  return (
    <div ref={bar} className="selection-bar">
      {chosen && (
        <label className="flex gap-2 items-center min-h-11">
          <input
            type="checkbox"
            className="choice"
            checked={chosen.all > 0 && chosen.count === chosen.all}
            onChange={(event) => chooseAll(event.target.checked)}
          />
          <span>
            Select all <span className="visually-hidden">rows of this page</span>
          </span>
          <span role="status" className="font-semibold figures">
            {chosen.count} chosen
          </span>
        </label>
      )}
      {children}
    </div>
  )
}

/** Gives the chosen rows to one of these people, or to nobody. */
export function HandOverBar({ people }: { people: readonly { id: string; name: string }[] }) {
  return (
    <SelectionBar>
      <Select
        name="person"
        label="Hand the chosen ones to"
        placeholder="Choose a person"
        options={[...people.map(({ id, name }) => ({ value: id, label: name })), { value: 'nobody', label: 'Nobody' }]}
      />
      <Button variant="quiet">Hand over</Button>
    </SelectionBar>
  )
}
