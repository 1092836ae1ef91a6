import type { ReactNode } from 'react'
import type { Brand } from '#brand.ts'
import { type FooterColumn, href, type PageEntry, pages } from '#pages.ts'
import { Crest } from '#ui/cover.tsx'
import { Container } from '#ui/layout.tsx'

function linksOf(column: FooterColumn): { href: string; label: string }[] {
  return Object.values<PageEntry>(pages).flatMap(({ path, footer }) => {
    const label = footer?.[column]
    return label ? [{ href: path, label }] : []
  })
}

const columns = [
  { title: 'The register', links: linksOf('register') },
  {
    title: 'Accreditation',
    links: linksOf('accreditation').toSpliced(-1, 0, {
      href: `${href('about')}#standards`,
      label: 'Standards and criteria',
    }),
  },
  {
    title: 'The authority',
    links: linksOf('authority').toSpliced(-1, 0, { href: `${href('press')}#media-assets`, label: 'Media assets' }),
  },
]

const rules = linksOf('rules')

export function Footer({ brand, year }: { brand: Brand; year: number }) {
  return (
    <footer className="on-ink">
      <Container className="py-12 lg:py-16">
        <div className="grid gap-x-6 gap-y-10 grid-cols-2 lg:grid-cols-5">
          <div className="col-span-2">
            <Crest className="size-16" />
            <p className="mt-4 font-serif text-lg leading-snug max-w-80">{brand.name}</p>
            <address className="mt-4 not-italic">
              <Line label="Phone">
                <a href={`tel:${brand.phoneLink}`} className="inline-block py-2 figures">
                  {brand.phone}
                </a>
              </Line>
              <Line label="Email">
                <a href={`mailto:${brand.email}`} className="inline-block py-2">
                  {brand.email}
                </a>
              </Line>
              <Line label="Location">
                <span className="inline-block py-2">{brand.city}</span>
              </Line>
            </address>
          </div>
          {columns.map(({ title, links }) => (
            <nav key={title} aria-label={title}>
              <h2 className="text-base font-sans font-semibold text-gold-text">{title}</h2>
              <ul className="mt-2 row-links">
                {links.map(({ href, label }) => (
                  <li key={href}>
                    <a href={href}>{label}</a>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
        <div className="mt-10 pt-6 border-t border-border text-sm text-muted">
          <p className="max-w-prose">
            {brand.name} runs a private accreditation scheme. It is not a public authority and not the national
            accreditation body.
          </p>
          <ul className="mt-3 flex flex-wrap gap-x-6">
            {rules.map(({ href, label }) => (
              <li key={href}>
                <a href={href} className="row-link">
                  {label}
                </a>
              </li>
            ))}
          </ul>
          <p className="mt-3">
            © <span className="figures">{year}</span> {brand.name}. {brand.registration}
          </p>
        </div>
      </Container>
    </footer>
  )
}

function Line({ label, children }: { label: string; children: ReactNode }) {
  return (
    <p className="flex gap-2 items-baseline">
      <span className="w-18 flex-none text-muted">{label}</span>
      {children}
    </p>
  )
}
