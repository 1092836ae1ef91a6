import { useLocation } from 'wouter'
import { href, withQuery } from '../../../pages.ts'
import { useBrand } from '../../../ui/brand-context.tsx'
import { SearchInput } from '../../../ui/field.tsx'
import { typedLimit } from './rules.ts'

/** Asks for a certificate number, by GET. */
export function NumberForm({ typed = '' }: { typed?: string }) {
  const [, navigate] = useLocation()
  const { prefix } = useBrand()
  return (
    <form
      method="get"
      action={href('verify')}
      className="mt-8"
      onSubmit={(event) => {
        event.preventDefault()
        const number = String(new FormData(event.currentTarget).get('number') ?? '')
        navigate(withQuery(href('verify'), { number }))
      }}
    >
      <SearchInput
        label="Certificate number"
        hint={
          <>
            It is on the certificate and looks like <span className="whitespace-nowrap">{prefix}-2026-7KQ4XN</span>. You
            can leave out capital letters and dashes.
          </>
        }
        button="Check"
        name="number"
        defaultValue={typed}
        required
        maxLength={typedLimit}
        autoCapitalize="characters"
        spellCheck={false}
      />
    </form>
  )
}
