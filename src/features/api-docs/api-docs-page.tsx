import { paths } from '../../paths.ts'
import { Container } from '../../ui/layout.tsx'
import { PageHeading } from '../../ui/page-heading.tsx'
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
    <Container className="py-10">
      <PageHeading>API</PageHeading>
      <p className="mt-4 max-w-prose">
        Everything this site does goes through these calls. They take and answer JSON; lists are plain arrays whose next page is in the{' '}
        <code>Link</code> header and whose total is in <code>X-Total-Count</code>. A failed call answers <code>error</code> (a sentence to
        show), <code>kind</code>, the <code>fields</code> at fault and a <code>reference</code> for support. The same description for
        programs: <a href="/api/openapi.json">openapi.json</a>.
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
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone has to be reachable by keyboard.
        <div className="mt-3 overflow-x-auto" tabIndex={0} role="region" aria-label={`Fields of ${call.method} ${call.path}`}>
          <table>
            <thead>
              <tr>
                <th scope="col">Field</th>
                <th scope="col">In</th>
                <th scope="col">Shape</th>
                <th scope="col">Needed</th>
              </tr>
            </thead>
            <tbody>
              {call.fields.map((field) => (
                <tr key={field.place + field.name}>
                  <th scope="row">
                    <code>{field.name}</code>
                  </th>
                  <td>{field.place}</td>
                  <td>{field.shape}</td>
                  <td>{field.required ? 'yes' : 'no'}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : null}
    </section>
  )
}
