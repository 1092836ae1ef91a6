import { href } from '#pages.ts'
import { TitledPage } from '#ui/layout.tsx'
import { Prose } from '#ui/prose.tsx'
import { Table } from '#ui/table.tsx'
import { definePage } from '#wire/page.ts'
import { cookiesContent as content } from './content.ts'

export const page = definePage<null>({
  Component: CookiesPage,
  meta: () => ({ title: content.title, description: content.lead, canonical: href('cookies') }),
})

function CookiesPage() {
  return (
    <TitledPage lead={content.lead} title={content.title}>
      <Prose className="mt-8">
        <p>
          We do not show a cookie banner, because we only use cookies that do not need your consent. Each cookie is set
          only when you do something that needs it. If you only read, you get none.
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
          On a secure connection their names start with <code>__Host-</code>. No script can read them, and no other
          website gets them.
        </p>
        <h2>What we save in your browser</h2>
        <p>
          This stays on your device. One thing is also saved on our server: your answers in an application, once you
          have given your email address in it.
        </p>
      </Prose>
      <div className="mt-4 max-w-4xl">
        <Table
          caption="What we save in your browser"
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
          You can delete all of it in your browser’s settings. Stripe’s payment page sets its own cookies, and Stripe
          explains them there. For the data that we hold, see <a href={href('privacy')}>privacy</a>.
        </p>
      </Prose>
    </TitledPage>
  )
}
