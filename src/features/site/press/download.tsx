import { ButtonLink } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/text.tsx'

export function Download({ url, title, format }: { url: string; title: string; format: string }) {
  return (
    <ButtonLink href={url} download variant="link" className="mt-auto">
      <Icon icon="i-download" />
      <span>
        Download
        <VisuallyHidden> {title}</VisuallyHidden> <span className="font-normal">({format})</span>
      </span>
    </ButtonLink>
  )
}
