import type { Brand } from '#brand.ts'
import { type FooterColumn, href, type PageEntry, pages } from '#pages.ts'
import { Container } from '#ui/layout.tsx'

type Link = { href: string; label: string }

function linksOf(column: FooterColumn): Link[] {
  return Object.values<PageEntry>(pages).flatMap(({ path, footer }) => {
    const label = footer?.[column]
    return label ? [{ href: path, label }] : []
  })
}

/** What it costs is what people look for there. */
const isPrices = (link: Link) => link.href === href('prices')
const accreditation = linksOf('accreditation').toSpliced(-1, 0, {
  href: `${href('about')}#standards`,
  label: 'Standards and criteria',
})

const columns = [
  {
    title: 'Accreditation',
    links: [...accreditation.filter(isPrices), ...accreditation.filter((link) => !isPrices(link))],
  },
  { title: 'The register', links: linksOf('register') },
  {
    title: 'The authority',
    links: linksOf('authority').toSpliced(-1, 0, { href: `${href('press')}#media-assets`, label: 'Media assets' }),
  },
]

/** Made by the server alone: the browser takes it as it is. On narrow screens its parts are folded. */
export function Footer({ brand, year }: { brand: Brand; year: number }) {
  return (
    <Container className="site-footer">
      <div>
        <div>
          {/* Lazy, or its place would be announced in the middle of the page. */}
          <img src="/crest.svg" alt="" loading="lazy" width={64} height={64} className="max-lg:hidden" />
          <p>{brand.name}</p>
          <address>
            <p>
              Phone <a href={`tel:${brand.phoneLink}`}>{brand.phone}</a>
            </p>
            <p>
              Email <a href={`mailto:${brand.email}`}>{brand.email}</a>
            </p>
            <p>{`Location ${brand.city}`}</p>
          </address>
        </div>
        {columns.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <details>
              <summary>{title}</summary>
              <Links links={links} />
            </details>
          </nav>
        ))}
      </div>
      <p>
        {brand.name} runs a private accreditation scheme. It is not a public authority and not the national
        accreditation body.
      </p>
      <p>
        <Links links={linksOf('rules')} />
      </p>
      <p>{`© ${year} ${brand.name}. ${brand.registration}`}</p>
    </Container>
  )
}

function Links({ links }: { links: Link[] }) {
  return links.map(({ href, label }) => (
    <a key={href} href={href}>
      {label}
    </a>
  ))
}
