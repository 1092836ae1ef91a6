import { Button } from '#ui/button.tsx'
import { TextArea } from '#ui/field.tsx'
import { Icon } from '#ui/icon.tsx'
import { useToast } from '#ui/toast.tsx'

/** A text to copy. Without a script it can be selected and copied by hand. */
export function CopyField({ id, label, text }: { id: string; label: string; text: string }) {
  const toast = useToast()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: 'Code copied' })
    } catch {
      toast({ title: 'Not copied', description: 'Please select the code and copy it.', variant: 'destructive' })
    }
  }
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
      <Button variant="quiet" className="needs-script mt-2" onClick={copy}>
        <Icon icon="i-copy" />
        Copy the code
      </Button>
    </div>
  )
}
