import { adminHref } from '#admin-pages.ts'
import { causeLabels } from '#domain/bounces.ts'
import { mailboxHref } from '#features/mailbox/rules.ts'
import type { PageData } from '#page/page.ts'
import { AdminList } from '#ui/admin-list.tsx'
import { Breadcrumb } from '#ui/breadcrumb.tsx'
import { SearchForm, SearchInput } from '#ui/field.tsx'
import { Outcome } from '#ui/form.tsx'
import { Notice } from '#ui/notice.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { PostButton } from '#ui/post-button.tsx'
import { definePage } from '#wire/page.ts'
import type { suppressed } from './server.ts'

type Data = PageData<typeof suppressed>

export const page = definePage<Data>(SuppressedPage, 'Suppressed addresses')

function SuppressedPage({ data: { q, addresses, isReported, pages } }: { data: Data }) {
  return (
    <>
      <Breadcrumb crumbs={[{ label: 'Mailbox', href: adminHref('mailbox') }, { label: 'Suppressed addresses' }]} />
      <PageHeading lead="We send nothing to these addresses, because emails to them came back or were reported as spam." />
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
        <SearchForm key={q} method="get" action={adminHref('suppressed')} className="w-full max-w-form lg:w-120">
          <SearchInput name="q" label="Address" defaultValue={q} maxLength={100} />
        </SearchForm>
      </div>
      <AdminList
        caption="Suppressed addresses, newest first"
        icon="i-mail"
        empty={q ? 'No suppressed address matches this search.' : 'No address is suppressed.'}
        columns={[
          { label: 'Address', href: ({ email }) => mailboxHref({ state: null, q: email }), cell: 'email' },
          { label: 'Why', cell: ({ cause }) => causeLabels[cause] },
          { label: 'Answer', grows: true, cell: 'reason' },
          { label: 'Since', time: 'since' },
          {
            label: 'Suppression',
            acts: true,
            cell: ({ id, email }) => (
              <PostButton fields={{ address: id }} label="Lift" of={` the suppression of ${email}`} />
            ),
          },
        ]}
        rows={addresses}
        pages={pages}
      />
    </>
  )
}
