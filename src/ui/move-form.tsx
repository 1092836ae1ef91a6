import { Button } from './button.tsx'
import { Icon } from './icon.tsx'
import { VisuallyHidden } from './text.tsx'

type MoveFormProps = {
  fields: Record<string, string | number>
  name: string
  isFirst: boolean
  isLast: boolean
}

/** Posted to the page itself, with the intent `move`, `by` and the fields that name the thing. */
export function MoveForm({ fields, name, isFirst, isLast }: MoveFormProps) {
  return (
    <form method="post" className="flex gap-2">
      <input type="hidden" name="intent" value="move" />
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      {!isFirst && (
        <Button variant="quiet" name="by" value="up">
          <Icon icon="i-arrow-up" />
          <VisuallyHidden>Move {name} up</VisuallyHidden>
        </Button>
      )}
      {!isLast && (
        <Button variant="quiet" name="by" value="down">
          <Icon icon="i-arrow-down" />
          <VisuallyHidden>Move {name} down</VisuallyHidden>
        </Button>
      )}
    </form>
  )
}
