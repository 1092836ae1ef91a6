import { paths } from '../../paths.ts'
import { Container } from '../../ui/layout.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
import { Table } from '../../ui/table.tsx'
import { definePage } from '../../wire/page.ts'

/** One call as the readable page shows it. */
export type DocumentedCall = {
  method: string
  path: string
  summary: string
  description: string
  fields: { place: string; name: string; shape: string; required: boolean }[]
}

export const page = definePage<DocumentedCall[]>({
  Component: ({ data }) => <ApiDocs calls={data} />,
  meta: () => ({
    title: 'API',
    description: 'The public calls of the register: what each one takes and answers.',
    canonical: paths.apiDocs(),
  }),
})

function ApiDocs({ calls }: { calls: DocumentedCall[] }) {
  return (
    <Container className="py-10 lg:py-16">
      <PageHeading>API</PageHeading>
      <p className="mt-4 max-w-prose">
        Everything this site does goes through these calls. They take and answer JSON; lists are plain arrays whose next
        page is in the <code>Link</code> header and whose total is in <code>X-Total-Count</code>. A failed call answers{' '}
        <code>error</code> (a sentence to show), <code>kind</code>, the <code>fields</code> at fault and a{' '}
        <code>reference</code> for support. The same description for programs:{' '}
        <a href="/api/openapi.json">openapi.json</a>.
      </p>
      {calls.map((call) => (
        <Call key={call.method + call.path} call={call} />
      ))}
    </Container>
  )
}

function Call({ call }: { call: DocumentedCall }) {
  return (
    <section className="mt-10">
      <h2 className="text-lg font-sans font-semibold break-words">
        <code>
          {call.method} {call.path}
        </code>
      </h2>
      <p className="mt-2 max-w-prose">{call.summary}</p>
      <p className="mt-1 max-w-prose text-muted">{call.description}</p>
      {call.fields.length > 0 ? (
        <div className="mt-3">
          <Table
            caption={`Fields of ${call.method} ${call.path}`}
            captionHidden
            columns={[{ label: 'Field' }, { label: 'In' }, { label: 'Shape' }, { label: 'Needed' }]}
            rows={call.fields.map((field) => ({
              key: field.place + field.name,
              cells: [<code key="name">{field.name}</code>, field.place, field.shape, field.required ? 'yes' : 'no'],
            }))}
          />
        </div>
      ) : null}
    </section>
  )
}
