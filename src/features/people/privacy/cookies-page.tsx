import { href } from '#pages.ts'
import { TitledPage } from '#ui/layout.tsx'
import { Table } from '#ui/table.tsx'
import { Prose } from '#ui/text.tsx'
import { definePage } from '#wire/page.ts'

const content = {
  title: 'Cookies',
  lead: 'We only use cookies that the website needs to work. We do not use cookies for tracking or advertising, or from other companies.',
  cookies: [
    {
      name: 'mine',
      what: 'Which applications this browser can change',
      life: '6 months',
      when: 'You submit an application, or open a link to it that we emailed you',
    },
    {
      name: 'draft',
      what: 'Which unfinished application this browser can continue',
      life: '60 days',
      when: 'You give your email address in it, or open a link to it that we emailed you',
    },
    { name: 'admin', what: 'Sign-in of our staff', life: '12 hours', when: 'Our staff sign in' },
    {
      name: 'known',
      what: 'That this browser has signed in before, for our staff',
      life: '180 days',
      when: 'Our staff sign in',
    },
  ],
  storage: [
    { name: 'theme', what: 'Light or dark', life: 'until you clear it' },
    {
      name: 'application-draft',
      what: 'What you have typed into an application so far',
      life: 'until you send or delete it, at most 60 days after your last change',
    },
    {
      name: 'application-draft-step',
      what: 'The step of the application form that you left it at',
      life: 'until you send or delete the application',
    },
    {
      name: 'application-draft-aside',
      what: 'This tab’s version of it, while you choose between two versions',
      life: 'until you choose or close the tab',
    },
    {
      name: 'my-applications',
      what: 'That this browser has applications, so that the menu leads to them',
      life: 'until you sign out of them or clear it',
    },
    { name: 'approvedApplication', what: 'Which application you sent last', life: 'until you clear it' },
    { name: 'chosenRecognitionLevels', what: 'The recognition levels that you ticked', life: 'until you clear it' },
    { name: 'selectedPackage', what: 'The package that you chose', life: 'until you clear it' },
    {
      name: 'quickapply-draft, quickapply',
      what: 'Your answers to the quick check',
      life: 'until you send them or close the tab',
    },
    {
      name: 'log-checkpoint',
      what: 'How long the public log was when you last checked an entry in it',
      life: 'until you clear it',
    },
    { name: 'scroll', what: 'How far you scrolled on a page', life: 'until you close the tab' },
    { name: 'admin-shortcuts', what: 'Whether our staff use keyboard shortcuts', life: 'until it is cleared' },
  ],
} as const

export const page = definePage<null>(CookiesPage, {
  title: content.title,
  description: content.lead,
  canonical: href('cookies'),
})

function CookiesPage() {
  return (
    <TitledPage lead={content.lead}>
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
          columns={['Name', 'What it holds', 'Set when', 'Kept for']}
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
          columns={['Name', 'What it holds', 'Kept']}
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
