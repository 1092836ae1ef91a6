import { useEffect, useRef } from 'react'
import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { content } from './content.ts'

/** Stands where a form was. The one in whose place it was sent takes the focus. */
export function SignUpConfirmed({
  heading: Heading,
  calendar,
  takeFocus,
}: {
  heading: 'h2' | 'h3'
  calendar: string | null
  takeFocus: boolean
}) {
  const box = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (takeFocus) box.current?.focus()
  }, [takeFocus])
  const { title, items, calendar: label } = content.confirmed
  return (
    <div ref={box} tabIndex={-1}>
      <Heading className="flex gap-3 text-xl">
        <Icon icon="i-lucide-circle-check" className="mt-1 text-accredited" />
        {title}
      </Heading>
      <ul className="mt-4 flex flex-col gap-2">
        {items.map((item) => (
          <li key={item} className="flex gap-3">
            <Icon icon="i-lucide-check" className="mt-1 text-link" />
            {item}
          </li>
        ))}
      </ul>
      {calendar && (
        <ButtonLink href={calendar} download="webinar.ics" variant="quiet" className="mt-5">
          <Icon icon="i-lucide-calendar-plus" />
          {label}
        </ButtonLink>
      )}
    </div>
  )
}
