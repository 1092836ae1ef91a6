import { Button } from './button.tsx'
import { TextArea } from './field.tsx'
import { Icon } from './icon.tsx'
import { useToast } from './toast.tsx'

/** Where it cannot copy, it asks people to do so by hand. @param what as people are told. */
export function CopyButton({ text, what }: { text: string; what: 'address' | 'code' }) {
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: what === 'code' ? 'Code copied' : 'Address copied' })
    } catch {
      toast({ title: 'Not copied', description: `Please select the ${what} and copy it.`, variant: 'destructive' })
    }
  }
  return (
    <Button variant="quiet" className="needs-script mt-2" onClick={copy}>
      <Icon icon="i-copy" />
      {`Copy the ${what}`}
    </Button>
  )
}

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
