import { Button, type ButtonVariant } from './button.tsx'
import { VisuallyHidden } from './text.tsx'

type PostButtonProps = {
  /** Left out: the page itself. */
  action?: string
  command?: string
  fields?: Record<string, string | number>
  label: string
  of?: string
  variant?: ButtonVariant
  className?: string
}

/** A form that is only its button. @param of follows the label for those who do not see which row it is in. */
export function PostButton({ action, command, fields, label, of, variant = 'quiet', className }: PostButtonProps) {
  return (
    <form method="post" action={action} className={className}>
      {Object.entries({ ...(command && { intent: command }), ...fields }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button variant={variant}>
        {label}
        {of && <VisuallyHidden>{of}</VisuallyHidden>}
      </Button>
    </form>
  )
}
