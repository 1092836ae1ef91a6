import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Disclosure } from '#ui/disclosure.tsx'
import { Container } from '#ui/layout.tsx'
import { PageHeading } from '#ui/page-heading.tsx'
import { Table } from '#ui/table.tsx'
import { definePage } from '#wire/page.ts'
import type { apiDocs } from './server.ts'

type ApiDocs = PageData<typeof apiDocs>

export const page = definePage<ApiDocs>(({ data }) => <ApiDocsPage docs={data} />, {
  title: 'API',
  description: 'The public API of the register: what each call takes and answers.',
  canonical: href('apiDocs'),
})

function ApiDocsPage({ docs: { areas, refusals } }: { docs: ApiDocs }) {
  return (
    <Container className="py-10 lg:py-16">
      <PageHeading />
      <p className="mt-4 max-w-prose">
        This site uses these calls itself. They take and answer JSON. Lists are plain arrays. The next page is in the{' '}
        <code>Link</code> header and the total is in <code>X-Total-Count</code>. If there are more than that,{' '}
        <code>X-Total-Count-Relation</code> is <code>gt</code>. The same information for programs:{' '}
        <a href="/api/openapi.json">openapi.json</a>.
      </p>
      <h2 className="mt-10">When a call fails</h2>
      <p className="mt-2 max-w-prose">
        The answer holds <code>error</code> (a sentence to show), <code>kind</code>, the <code>fields</code> at fault
        and a <code>reference</code> for support. With 429 and 503 the header <code>Retry-After</code> says how many
        seconds to wait.
      </p>
      <div className="mt-3">
        <Table
          caption="Failures"
          columns={['Status', 'Kind', 'When']}
          rows={refusals.map(({ status, kind, when }) => ({
            key: kind,
            cells: [status, <code key="kind">{kind}</code>, when],
          }))}
        />
      </div>
      {areas.map(({ name, calls }) => (
        <section key={name} className="mt-12">
          <h2 className="mb-4">{name}</h2>
          {calls.map((call) => (
            <Call key={call.method + call.path} call={call} />
          ))}
        </section>
      ))}
    </Container>
  )
}

function Call({ call }: { call: ApiDocs['areas'][number]['calls'][number] }) {
  const name = `${call.method} ${call.path}`
  return (
    <Disclosure
      className="mt-2"
      summary={
        <span>
          <code className="[overflow-wrap:anywhere]">{name}</code>
          <span className="block font-normal text-muted">{call.summary}</span>
        </span>
      }
    >
      <p className="max-w-prose">{call.description}</p>
      {call.fields.length > 0 ? (
        <div className="mt-3">
          <Table
            caption={`Fields of ${name}`}
            columns={['Field', 'In', 'Shape', 'Needed']}
            rows={call.fields.map((field) => ({
              key: field.place + field.name,
              cells: [<code key="name">{field.name}</code>, field.place, field.shape, field.required ? 'yes' : 'no'],
            }))}
          />
        </div>
      ) : null}
      <ul className="mt-3 max-w-prose">
        {call.answers.map(({ status, words, holds }) => (
          <li key={status} className="mt-1 break-words">
            <strong>{status}</strong> {words} {holds ? <code className="text-muted">{holds}</code> : null}
          </li>
        ))}
        <li className="mt-1">Also {call.refused.join(', ')}, as above.</li>
      </ul>
    </Disclosure>
  )
}
