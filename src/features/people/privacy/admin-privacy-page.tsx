import { apiPath } from '#api.ts'
import type { PageData } from '#page/page.ts'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Button } from '#ui/button.tsx'
import { Disclosure } from '#ui/disclosure.tsx'
import { Form, Outcome } from '#ui/form.tsx'
import { ChoiceField } from '#ui/form-choices.tsx'
import { Icon } from '#ui/icon.tsx'
import { TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { definePage } from '#wire/page.ts'
import { eraseForm, findForm } from './form.ts'
import { endsAtOnce, periodWords, retentionPeriods } from './rules.ts'
import type { ErasureReport } from './server/erase-person.ts'
import type { adminPrivacy } from './server.ts'

type Data = PageData<typeof adminPrivacy>

export const page = definePage<Data>(AdminPrivacyPage, 'Privacy')

function AdminPrivacyPage({ data }: { data: Data }) {
  return (
    <>
      <PageHeading lead="Find, download or erase the data that we hold about a person, and see what was deleted at the end of its retention period." />
      <Outcome problems />
      <Form
        key={data.email}
        of={findForm}
        command="find"
        button="Look up"
        variant="quiet"
        values={{ email: data.email }}
        problemsAbove
        className="mt-8 flex flex-col gap-4"
      />
      {data.report && <Report report={data.report} />}
      {data.held && <Found data={data} held={data.held} />}
      <Erasures erasures={data.erasures} />
      <Retention runs={data.runs} />
    </>
  )
}

function Found({ data, held }: { data: Data; held: NonNullable<Data['held']> }) {
  const found = held.filter(({ count }) => count > 0)
  return (
    <TitledSection id="held" title={`Data about ${data.email}`} className="mt-10" heading="break-words">
      {data.earlier.map(({ at, by, reason }) => (
        <p key={at} className="mt-3 text-muted">
          Erased on <AdminTime at={at} /> by {by}: {reason}
        </p>
      ))}
      {found.length === 0 ? (
        <p className="mt-3">Nothing.</p>
      ) : (
        <>
          <div className="max-w-2xl">
            <AdminTable
              caption="Data that we hold, by kind"
              columns={[
                { label: 'What', cell: 'what' },
                { label: 'How many', numeric: true, cell: 'count' },
              ]}
              rows={found.map((row) => ({ id: row.what, ...row }))}
            />
          </div>
          <form method="post" action={apiPath('exportPerson')} className="mt-6">
            <input type="hidden" name="email" value={data.email} />
            <Button variant="quiet">
              <Icon icon="i-download" />
              Download everything as a file
            </Button>
          </form>
          <Form
            key={data.email}
            of={eraseForm}
            without={['email']}
            command="erase"
            button="Erase"
            variant="danger"
            fixed={{ email: data.email }}
            choiceFields={ChoiceField}
            problemsAbove
            className="mt-8 flex flex-col gap-4 p-5 border border-border rounded bg-surface-raised"
          >
            <h3>Erase</h3>
            <p>
              We keep what the register, our accounts or a current contract need. The report says what and why. You
              cannot undo an erasure.
            </p>
          </Form>
        </>
      )}
    </TitledSection>
  )
}

function Report({ report: { erased, kept } }: { report: ErasureReport }) {
  return (
    <TitledSection id="report" title="Report of the erasure" className="mt-10">
      <Notice
        tone={erased.length > 0 ? 'success' : 'info'}
        live="status"
        title={erased.length > 0 ? 'Erased' : 'There was nothing to erase'}
        className="mt-4"
      >
        {erased.length > 0 && (
          <ul className="mt-2 list-disc pl-5">
            {erased.map(({ what, count }) => (
              <li key={what}>
                {what}: <span className="figures">{count}</span>
              </li>
            ))}
          </ul>
        )}
      </Notice>
      {kept.length > 0 && (
        <Notice tone="warning" title="Kept" className="mt-4">
          <ul className="mt-2 list-disc pl-5">
            {kept.map(({ what, count, why }) => (
              <li key={what + why}>
                {what} (<span className="figures">{count}</span>). {why}
              </li>
            ))}
          </ul>
        </Notice>
      )}
    </TitledSection>
  )
}

function Erasures({ erasures }: { erasures: Data['erasures'] }) {
  if (erasures.length === 0) return null
  return (
    <TitledSection id="erasures" title="Erasures" className="mt-12">
      <p className="mt-2 max-w-prose text-muted">
        We do not keep whose data it was. Look up an address to see its erasures. If you restore a backup, repeat the
        erasures that came after it.
      </p>
      <AdminTable
        caption="The last erasures"
        columns={[
          { label: 'When', cell: ({ at }) => <AdminTime at={at} /> },
          { label: 'Who', cell: 'by' },
          { label: 'Reason', grows: true, cell: ({ reason }) => <Whole>{reason}</Whole> },
          { label: 'Result', numeric: true, cell: ({ erased, kept }) => `${erased} erased, ${kept} kept` },
        ]}
        rows={erasures.map((row) => ({ id: row.at, ...row }))}
      />
    </TitledSection>
  )
}

/** Cut off in its row, whole when it is opened. */
function Whole({ children }: { children: string }) {
  return (
    <details className="dense-more">
      <summary>{children}</summary>
    </details>
  )
}

function Retention({ runs }: { runs: Data['runs'] }) {
  return (
    <TitledSection id="retention" title="Retention periods" className="mt-12">
      <p className="mt-2 max-w-prose text-muted">A job deletes data at the end of its period every night.</p>
      {runs.length === 0 ? (
        <p className="mt-4">It has not run yet.</p>
      ) : (
        <div className="max-w-3xl">
          <AdminTable
            caption="The last runs"
            columns={[
              { label: 'When', cell: ({ at }) => <AdminTime at={at} /> },
              { label: 'Removed', numeric: true, cell: 'total' },
              {
                label: 'Of what',
                grows: true,
                cell: ({ removed }) => (
                  <Whole>
                    {removed.map(({ what, count }) => `${what}: ${count}`).join('; ') || 'There was nothing to delete'}
                  </Whole>
                ),
              },
            ]}
            rows={runs.map((row) => ({ id: row.at, ...row }))}
          />
        </div>
      )}
      <Disclosure summary="The periods" className="mt-6 max-w-3xl">
        <ul className="list-disc pl-5">
          {retentionPeriods.map((period) => (
            <li key={period.id}>
              {period.what}: {endsAtOnce(period) ? 'until' : `${periodWords(period)} after`} {period.from}
            </li>
          ))}
        </ul>
      </Disclosure>
    </TitledSection>
  )
}
