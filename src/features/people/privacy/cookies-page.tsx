import { href } from '../../../pages.ts'
import { Container } from '../../../ui/layout.tsx'
import { PageHeading } from '../../../ui/page-heading.tsx'
import { Prose } from '../../../ui/prose.tsx'
import { SiteLink } from '../../../ui/site-link.tsx'
import { Table } from '../../../ui/table.tsx'
import { definePage } from '../../../wire/page.ts'
import { cookiesContent as content } from './content.ts'

export const page = definePage<null>({
  Component: CookiesPage,
  startsWhenUsed: true,
  meta: () => ({ title: content.title, description: content.lead, canonical: href('cookies') }),
})

function CookiesPage() {
  return (
    <Container className="py-10 lg:py-14">
      <PageHeading lead={content.lead}>{content.title}</PageHeading>
      <Prose className="mt-8">
        <p>
          There is no banner to agree to, because nothing here needs your consent: each of these is set only when you do
          the thing that needs it. A visitor who only reads gets none.
        </p>
        <h2>Cookies</h2>
      </Prose>
      <div className="mt-4 max-w-4xl">
        <Table
          caption="Cookies of this site"
          captionHidden
          columns={[{ label: 'Name' }, { label: 'What it holds' }, { label: 'Set when' }, { label: 'Kept for' }]}
          rows={content.cookies.map(({ name, what, when, life }) => ({
            key: name,
            cells: [<code key="name">{name}</code>, what, when, life],
          }))}
        />
      </div>
      <Prose className="mt-4">
        <p>
          On a secure connection their names begin with <code>__Host-</code>. No script can read them, and no other site
          gets them.
        </p>
        <h2>What pages keep in your browser</h2>
        <p>
          This stays on your device and is not sent to us by itself. One thing is also kept on our server: what you have
          typed into an application, from the moment you have given your email address in it.
        </p>
      </Prose>
      <div className="mt-4 max-w-4xl">
        <Table
          caption="What pages keep in your browser"
          captionHidden
          columns={[{ label: 'Name' }, { label: 'What it holds' }, { label: 'Kept' }]}
          rows={content.storage.map(({ name, what, life }) => ({
            key: name,
            cells: [name, what, life],
          }))}
        />
      </div>
      <Prose className="mt-6">
        <p>
          Your browser’s settings remove all of it. Stripe’s payment page sets cookies of its own, about which Stripe
          tells you there. What we hold on our side is on the page about{' '}
          <SiteLink href={href('privacy')}>privacy</SiteLink>.
        </p>
      </Prose>
    </Container>
  )
}
