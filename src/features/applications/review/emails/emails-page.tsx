import { CaseFrame, NoCase } from '#features/applications/case/case-frame.tsx'
import type { PageData } from '#page/page.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { type AdminPerson, definePage } from '#wire/page.ts'
import type { caseMails } from './server.ts'

type Data = PageData<typeof caseMails>

export const page = definePage<Data>({ Component: EmailsPage, meta: () => ({ title: 'Emails' }) })

function EmailsPage({ data, admin }: { data: Data; admin?: AdminPerson | undefined }) {
  if (data.kind !== 'found') return <NoCase data={data} />
  return (
    <CaseFrame head={data.head} current="caseMails" admin={admin}>
      <EmptyState
        level="h2"
        icon="i-mail"
        title="There are no emails"
        text="Emails of this application are shown here."
      />
    </CaseFrame>
  )
}
