import { Checkbox } from './choices.tsx'
import { Dialog } from './dialog.tsx'
import { Disclosure } from './disclosure.tsx'

type Keys = readonly { key: string; does: string }[]

type ShortcutHelpProps = {
  keys: Keys
  on: boolean
  turn: (on: boolean) => void
  shown?: { isOpen: boolean; close: () => void }
}

/** @param shown the same list in front of the page, for the key `?`. */
export function ShortcutHelp({ keys, on, turn, shown }: ShortcutHelpProps) {
  const choice = (name: string) => (
    <Checkbox
      name={name}
      label="Use single keys on this page and the other pages of the queue"
      hint="This choice is saved in this browser. You can do everything without shortcuts too."
      checked={on}
      onChange={(event) => turn(event.target.checked)}
    />
  )
  return (
    <>
      <Disclosure summary="Keyboard shortcuts" className="mt-12 max-w-form no-print">
        {choice('shortcuts')}
        <KeyList keys={keys} />
      </Disclosure>
      {shown && (
        <Dialog open={shown.isOpen} title="Keyboard shortcuts" onClose={shown.close}>
          {choice('shortcuts-shown')}
          <KeyList keys={keys} />
        </Dialog>
      )}
    </>
  )
}

function KeyList({ keys }: { keys: Keys }) {
  return (
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
  )
}
