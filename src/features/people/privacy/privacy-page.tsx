import { href } from '#pages.ts'
import { TitledPage } from '#ui/layout.tsx'
import { Prose } from '#ui/prose.tsx'
import { Table } from '#ui/table.tsx'
import { useBrand } from '#wire/brand-context.ts'
import { definePage } from '#wire/page.ts'
import { privacyContent as content } from './content.ts'
import { endsAtOnce, keptPermanently, periodWords, retentionPeriods } from './rules.ts'

export const page = definePage<null>({
  Component: PrivacyPage,
  meta: () => ({ title: content.title, description: content.lead, canonical: href('privacy') }),
})

function PrivacyPage() {
  const brand = useBrand()
  return (
    <TitledPage lead={content.lead} title={content.title}>
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
        <ul>
          {content.others.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <h2 id="retention">How long we keep it</h2>
        <p>A job deletes data at the end of its time every night.</p>
      </Prose>
      <div className="mt-6 max-w-4xl">
        <Table
          caption="How long each kind of data is kept"
          captionHidden
          columns={[{ label: 'What' }, { label: 'Kept for' }, { label: 'Counted from' }]}
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
        <ul>
          {keptPermanently.map(({ what, why }) => (
            <li key={what}>
              {what}. {why}
            </li>
          ))}
        </ul>
        <h2>Your rights</h2>
        <ul>
          {content.rights.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ul>
        <p>
          Write from the email address that we hold, so that we know it is you. You can also{' '}
          <a href={href('complaints')}>make a complaint</a>. For what is saved in your browser, see{' '}
          <a href={href('cookies')}>cookies</a>.
        </p>
      </Prose>
    </TitledPage>
  )
}
