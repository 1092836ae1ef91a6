import type { ShownClaim } from '#domain/claims.ts'
import { SampleNote } from '#features/claims/sample-note.tsx'
import { Section } from '#ui/layout.tsx'

/** `id` is the heading's, which labels the section. */
export function Quotations({ id, title, claims }: { id: string; title: string; claims: readonly ShownClaim[] }) {
  if (claims.length === 0) return null
  return (
    <Section tone="sunken" labelledBy={id}>
      <h2 id={id}>{title}</h2>
      <QuotationList claims={claims} />
    </Section>
  )
}

export function QuotationList({ claims }: { claims: readonly ShownClaim[] }) {
  return (
    <>
      <SampleNote claims={claims} className="mt-2">
        invented people and quotations
      </SampleNote>
      <ul className="mt-8 grid gap-8 lg:grid-cols-3">
        {claims.map(({ quote, name, role }) => (
          <li key={name} className="pl-5 border-l border-gold">
            <figure>
              <blockquote className="font-serif text-lg leading-snug">“{quote}”</blockquote>
              <figcaption className="mt-3 text-sm">
                <span className="font-semibold">{name}</span>
                {role && <span className="block text-muted">{role}</span>}
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </>
  )
}
