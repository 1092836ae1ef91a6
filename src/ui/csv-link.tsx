import { ButtonLink } from './button.tsx'
import { Icon } from './icon.tsx'

/** Downloads the list as a file. */
export function CsvLink({ href }: { href: string }) {
  return (
    <ButtonLink variant="quiet" href={href} download>
      <Icon icon="i-download" />
      CSV file
    </ButtonLink>
  )
}
