import { CaseFrame, NoCase } from '#features/applications/case/case-frame.tsx'
import type { PageData } from '#page/page.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { type AdminPerson, definePage } from '#wire/page.ts'
import type { caseDocuments } from './server.ts'

type Data = PageData<typeof caseDocuments>

export const page = definePage<Data>(DocumentsPage, 'Documents and criteria')

function DocumentsPage({ data, admin }: { data: Data; admin?: AdminPerson | undefined }) {
  if (data.kind !== 'found') return <NoCase data={data} />
  return (
    <CaseFrame head={data.head} current="caseDocuments" admin={admin}>
      <EmptyState
        icon="i-file-text"
        title="There is no assessment yet"
        text="It begins once the applicant can send documents."
      />
    </CaseFrame>
  )
}
