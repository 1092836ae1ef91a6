import { href } from '#pages.ts'
import { TitledPage } from '#ui/layout.tsx'
import { Table } from '#ui/table.tsx'
import { Prose, TextList } from '#ui/text.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { endsAtOnce, keptPermanently, periodWords, retentionPeriods } from './rules.ts'

/** The facts are in `rules.ts`; have a lawyer read both before you go live. */
const content = {
  title: 'Privacy',
  lead: 'What we hold about you, why, for how long, and how to see it, correct it or have it erased.',
  uses: [
    {
      title: 'When you apply for accreditation',
      text: 'Your organisation, your name, email address, phone number and what you tell us about the event. We check the organisation against the company registry (Companies House) and make a decision. We need this for the contract with your organisation. If we refuse, we keep codes made from the names of your company’s officers and its registered office, so that we notice them in a later application. The codes are deleted with your application.',
    },
    {
      title: 'When you send documents for an assessment',
      text: 'The documents, their names and when you sent them, to decide whether your event meets our criteria. We remove hidden data from pictures, such as where they were taken. Only you and our assessors can open the documents, and we record each time we do. Please do not send criminal record certificates, medical data or data about children. We delete such documents as soon as we see them.',
    },
    {
      title: 'When your event is entered in the register',
      text: 'The register is public. It shows the organiser’s name with all its entries, and the company number where Companies House has confirmed it. If you organise events as a person, without a company, we keep search engines from the page with your entries, and remove it when we erase your data.',
    },
    {
      title: 'When you pay',
      text: 'Stripe takes the payment on its own page. We never see a card number. We keep what you bought, the amount and Stripe’s references, because we must keep accounts.',
    },
    {
      title: 'When you write to us, reserve, sign up or check whether you qualify',
      text: 'What you type in the form, to answer you and keep your place. We only send marketing if you ticked the box. Write to us to stop it.',
    },
    {
      title: 'When you report a concern',
      text: 'What you tell us, and your name and email address if you give them, so that we can look into it and tell you the result. We never tell the organiser who reported. Only a few of our staff can see it, and we record each time they look.',
    },
    {
      title: 'When you subscribe to press releases',
      text: 'Your email address, after you confirm it and until you unsubscribe with the link in every email.',
    },
    {
      title: 'When you follow changes in the register by email',
      text: 'Your email address and what you follow, after you confirm it. We delete both when you stop with the link in any of these emails, or when several emails in a row do not arrive. We never tell anyone who follows what.',
    },
    {
      title: 'When you register a webhook',
      text: 'Your email address, the address that we send to and what you follow, until you delete them. We write to you when an endpoint is switched off.',
    },
    {
      title: 'When you ask for an API key',
      text: 'Your name or organisation and your email address, to email you the link that revokes the key, and how often the key is used, by day and call. Not what you ask for with it.',
    },
    {
      title: 'When you only visit the website',
      text: 'Nothing that identifies you. We keep no logs of network addresses and do not use analytics from other companies. To stop too many requests, we count them with a code made from the network address, and delete it soon after.',
    },
  ],
  others: [
    'Stripe, for payments.',
    'Companies House. We ask about the organisation’s name or number, not about you.',
    'An address finder. It gets the letters that you type in the address field.',
    'The mail server that delivers our emails.',
    'Our customer management system, if one is connected: the reference and the status of an application.',
  ],
  rights: [
    'You can ask what we hold about you and get it as a file.',
    'You can have it corrected or erased. We must keep some of it for the register and our accounts. We will tell you what and why.',
    'You can object to how we use it, or withdraw your consent, at any time.',
    'You can complain to us, and to the Information Commissioner’s Office (ico.org.uk).',
  ],
} as const

export const page = definePage<null>(PrivacyPage, {
  title: content.title,
  description: content.lead,
  canonical: href('privacy'),
})

function PrivacyPage() {
  const brand = useBrand()
  return (
    <TitledPage lead={content.lead}>
      <Prose className="mt-8">
        <h2>Who we are</h2>
        <p>
          {brand.name}, {brand.address.join(', ')}, decides how your data is used. Write to{' '}
          <a href={`mailto:${brand.complianceEmail}`}>{brand.complianceEmail}</a> about anything on this page.
        </p>
        <h2>What we hold, and why</h2>
        {content.uses.map(({ title, text }) => (
          <section key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </section>
        ))}
        <h2>Who else gets data</h2>
        <p>We do not sell data. These services get only what they need:</p>
        <TextList items={content.others} />
        <h2 id="retention">How long we keep it</h2>
        <p>A job deletes data at the end of its time every night.</p>
      </Prose>
      <div className="mt-6 max-w-4xl">
        <Table
          caption="How long each kind of data is kept"
          columns={['What', 'Kept for', 'Counted from']}
          rows={retentionPeriods.map((period) => ({
            key: period.id,
            cells: [period.what, endsAtOnce(period) ? 'Until then' : periodWords(period), period.from],
          }))}
        />
      </div>
      <Prose className="mt-8">
        <p>
          We delete unfinished applications 60 days after your last change, and requests to subscribe when their link
          expires.
        </p>
        <h3>What we keep</h3>
        <TextList items={keptPermanently.map(({ what, why }) => `${what}. ${why}`)} />
        <h2>Your rights</h2>
        <TextList items={content.rights} />
        <p>
          Write from the email address that we hold, so that we know it is you. You can also{' '}
          <a href={href('complaints')}>make a complaint</a>. For what is saved in your browser, see{' '}
          <a href={href('cookies')}>cookies</a>.
        </p>
      </Prose>
    </TitledPage>
  )
}
