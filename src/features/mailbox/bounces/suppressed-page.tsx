import { adminHref } from '#admin-pages.ts'
import { causeLabels } from '#domain/bounces.ts'
import { mailboxHref } from '#features/mailbox/rules.ts'
import type { PageData } from '#page/page.ts'
import { AdminPages } from '#ui/admin-pages.tsx'
import { AdminTable } from '#ui/admin-table.tsx'
import { AdminTime } from '#ui/admin-time.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { SearchInput } from '#ui/field.tsx'
import { Outcome } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { definePage } from '#wire/page.ts'
import type { suppressed } from './server.ts'

type Data = PageData<typeof suppressed>

export const page = definePage<Data>({
  Component: SuppressedPage,
  meta: () => ({ title: 'Suppressed addresses' }),
})

function SuppressedPage({ data: { q, addresses, isReported, pages } }: { data: Data }) {
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Mailbox', href: adminHref('mailbox') }, { label: 'Suppressed addresses' }]} />
      <PageHeading lead="We send nothing to these addresses, because emails to them came back or were reported as spam.">
        Suppressed addresses
      </PageHeading>
      <Outcome />
      {!isReported && (
        <Notice className="mt-6" title="The mail provider does not report bounces">
          <p>
            We only know the addresses that the mail server refused while we were sending. Set MAIL_BOUNCES to know the
            others.
          </p>
        </Notice>
      )}
      <div className="mt-3 admin-head">
        {/* biome-ignore lint/a11y/useSemanticElements: the search element is not known to every browser that we serve. */}
        <form
          key={q}
          role="search"
          method="get"
          action={adminHref('suppressed')}
          className="w-full max-w-form lg:w-120"
        >
          <SearchInput name="q" label="Address" defaultValue={q} maxLength={100} />
        </form>
      </div>
      {addresses.length === 0 ? (
        <EmptyState
          className="mt-8"
          icon="i-mail"
          title={q ? 'No suppressed address matches this search.' : 'No address is suppressed.'}
        />
      ) : (
        <AdminTable
          caption="Suppressed addresses, newest first"
          columns={[
            { label: 'Address' },
            { label: 'Why' },
            { label: 'Answer', grows: true },
            { label: 'Since', numeric: true },
            { label: 'Suppression', acts: true },
          ]}
          rows={addresses.map(({ id, email, cause, reason, since }) => ({
            key: id,
            cells: [
              <a key="email" href={mailboxHref({ state: null, q: email })}>
                {email}
              </a>,
              causeLabels[cause],
              reason,
              <AdminTime key="since" at={since} />,
              <form key="lift" method="post" action={adminHref('suppressed', { q })}>
                <input type="hidden" name="address" value={id} />
                <Button type="submit" variant="quiet">
                  Lift
                  <VisuallyHidden> the suppression of {email}</VisuallyHidden>
                </Button>
              </form>,
            ],
          }))}
        />
      )}
      <AdminPages pages={pages} />
    </>
  )
}
