import { Checkbox } from './choices.tsx'
import { Disclosure } from './disclosure.tsx'

export function ShortcutHelp({
  keys,
  on,
  turn,
}: {
  keys: readonly { key: string; does: string }[]
  on: boolean
  turn: (on: boolean) => void
}) {
  return (
    <Disclosure summary="Keyboard shortcuts" className="mt-12 max-w-form no-print">
      <Checkbox
        name="shortcuts"
        label="Use single keys on this page and the other pages of the queue"
        hint="This choice is saved in this browser. You can do everything without shortcuts too."
        checked={on}
        onChange={(event) => turn(event.target.checked)}
      />
      <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
        {keys.map(({ key, does }) => (
          <div key={key} className="contents">
            <dt>
              <kbd className="px-2 border border-border-strong rounded font-mono text-sm">{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Disclosure>
  )
}
