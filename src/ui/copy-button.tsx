import { Button } from './button.tsx'
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
