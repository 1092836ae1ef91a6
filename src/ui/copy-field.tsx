import { CopyButton } from './copy-button.tsx'
import { TextArea } from './field.tsx'

/** Without a script the text can be selected and copied by hand. */
export function CopyField({ id, label, text }: { id: string; label: string; text: string }) {
  return (
    <div className="mt-4 max-w-prose">
      <TextArea
        id={id}
        name={id}
        label={label}
        readOnly
        rows={5}
        spellCheck={false}
        value={text}
        onFocus={({ target }) => target.select()}
      />
      <CopyButton text={text} what="code" />
    </div>
  )
}
