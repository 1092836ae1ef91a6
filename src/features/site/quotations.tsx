import { Section } from '../../ui/layout.tsx'

/** What people have said, each with name and role. `id` is the heading's, which the section is labelled by. */
export function Quotations({
  id,
  title,
  items,
  tone = 'plain',
}: {
  id: string
  title: string
  items: readonly { quote: string; name: string; role: string }[]
  tone?: 'plain' | 'sunken'
}) {
  return (
    <Section tone={tone} labelledBy={id}>
      <h2 id={id}>{title}</h2>
      <ul className="mt-8 grid gap-8 lg:grid-cols-3">
        {items.map(({ quote, name, role }) => (
          <li key={name} className="pl-5 border-l-2 border-gold">
            <figure>
              <blockquote className="font-serif text-lg leading-snug">“{quote}”</blockquote>
              <figcaption className="mt-3 text-sm">
                <span className="font-semibold">{name}</span>
                <span className="block text-muted">{role}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </Section>
  )
}
