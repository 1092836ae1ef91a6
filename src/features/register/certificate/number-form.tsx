import { useRef } from 'react'
import { useLocation } from 'wouter'
import { linkLimit } from '#domain/typed-number.ts'
import { href, withQuery } from '#pages.ts'
import { SearchInput } from '#ui/field.tsx'
import { useSuggestions } from '#ui/use-suggestions.tsx'
import { useBrand } from '#wire/brand-context.ts'

export function NumberForm({ typed = '' }: { typed?: string }) {
  const [, navigate] = useLocation()
  const { prefix } = useBrand()
  const box = useRef<HTMLInputElement>(null)
  const label = 'Certificate number'
  const suggestions = useSuggestions({ id: 'number', label, box, call: 'suggest', onTake: ({ url }) => navigate(url) })
  return (
    <form
      method="get"
      action={href('verify')}
      className="relative mt-8"
      onSubmit={(event) => {
        event.preventDefault()
        navigate(withQuery(href('verify'), { number: box.current?.value }))
      }}
    >
      <SearchInput
        ref={box}
        label={label}
        hint={
          <>
            It is on the certificate and looks like <span className="whitespace-nowrap">{prefix}-2026-7KQ4XN</span>.
            Capitals and dashes do not matter. Or paste a link to an entry or a certificate, or type the event, venue,
            city or organiser.
          </>
        }
        button="Check"
        name="number"
        defaultValue={typed}
        required
        maxLength={linkLimit}
        autoCapitalize="characters"
        spellCheck={false}
        {...suggestions.field}
      />
      {suggestions.list}
    </form>
  )
}
