import { figure } from '#domain/figures.ts'
import type { PageData } from '#page/page.ts'
import { href } from '#pages.ts'
import { Form } from '#ui/form.tsx'
import { TitledPage, TitledSection } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Table } from '#ui/table.tsx'
import { definePage } from '#wire/page.ts'
import { addressLimit, checkedPerCall, keyLimit, keysOfAddressLimit } from '../limits.ts'
import { keyForm } from './form.ts'
import type { developers } from './server.ts'

type DevelopersData = PageData<typeof developers>

const lead = 'Read the register with a program: what changed, and whether an event is accredited.'

export const page = definePage<DevelopersData>(DevelopersPage, {
  title: 'For developers',
  description: lead,
  canonical: href('developers'),
})

function DevelopersPage({ data }: { data: DevelopersData }) {
  return (
    <TitledPage lead={lead}>
      {data.key && <NewKey secret={data.key} />}
      <p className="mt-6 max-w-prose">
        Every call is described on <a href={href('apiDocs')}>the page of the API</a>. Changes can be sent to you as{' '}
        <a href={href('webhooks')}>webhooks</a>. You do not need a key to start.
      </p>
      <Limits />
      <KeyForm />
      <Examples site={data.site} />
      <Versions />
    </TitledPage>
  )
}

function NewKey({ secret }: { secret: string }) {
  return (
    <Notice tone="success" live="status" className="mt-6" title="Your key">
      <p>
        <code className="[overflow-wrap:anywhere]">{secret}</code>
      </p>
      <p className="mt-2">
        Copy it now. We cannot show it again. We have emailed you a link that shows how often it is used and revokes it.
      </p>
    </Notice>
  )
}

function Limits() {
  const calls = ({ points, seconds }: { points: number; seconds: number }) =>
    `${figure(points)} calls in ${seconds} seconds`
  return (
    <TitledSection id="limits" title="Limits" className="mt-10">
      <p className="mt-2 mb-4 max-w-prose">
        A check of up to {checkedPerCall} events counts as one call, of up to {2 * checkedPerCall} as two, and so on.
        Every answer says the limit in <code>RateLimit-Policy</code> and what is left in <code>RateLimit</code>. With
        429, <code>Retry-After</code> says how many seconds to wait.
      </p>
      <Table
        caption="Limits of /api/changes and /api/check together"
        columns={['Who', 'Limit']}
        rows={[
          { key: 'address', cells: ['Without a key, counted by network address', calls(addressLimit)] },
          { key: 'key', cells: ['With a key, counted by key', calls(keyLimit)] },
          { key: 'keys', cells: ['With any keys from one network address', calls(keysOfAddressLimit)] },
        ]}
      />
    </TitledSection>
  )
}

function KeyForm() {
  return (
    <TitledSection id="key" title="Get a key" className="mt-10">
      <p className="mt-2 max-w-prose">
        You get the key at once. Send it in the header <code>Authorization: Bearer</code>, never in the address. We keep
        your name, your email address and how often the key is used, by day and call. You can revoke the key at any
        time.
      </p>
      <Form
        of={keyForm}
        command="ask"
        notSent="You did not get a key"
        button="Get a key"
        anchor="key"
        className="mt-6 flex flex-col gap-6"
      />
    </TitledSection>
  )
}

function Examples({ site }: { site: string }) {
  return (
    <TitledSection id="examples" title="Examples" className="mt-10">
      <p className="mt-2 max-w-prose">
        You can run them as they are. Put your key in the environment variable <code>API_KEY</code> for the higher
        limit.
      </p>
      {examplesFor(site).map(({ id, title, text }) => (
        <section key={id} aria-labelledby={`example-${id}`} className="mt-6">
          <h3 id={`example-${id}`}>{title}</h3>
          <pre className="mt-2 text-sm whitespace-pre-wrap break-words">
            <code data-example={id}>{text}</code>
          </pre>
        </section>
      ))}
    </TitledSection>
  )
}

/** RFC 9745 and RFC 8594. */
function Versions() {
  return (
    <TitledSection id="versions" title="Versions and notice" className="mt-10 max-w-prose">
      <p className="mt-2">
        This is version 1. We can add calls, optional parameters and new fields at any time, so ignore fields that you
        do not know. We do not rename or remove anything, or change what it means, without notice.
      </p>
      <ul className="mt-2 list-disc pl-5">
        <li>We give notice at least 12 months before a call, a field or a file ends, on this page.</li>
        <li>
          From that day every answer has the headers <code>Deprecation</code> (since when), <code>Sunset</code> (when it
          ends) and <code>Link</code> with <code>rel="deprecation"</code>, which leads here.
        </li>
        <li>
          After it has ended, the answer is 404, with a sentence that says why. A change that is needed for security can
          come sooner. We then email everyone who has a key.
        </li>
      </ul>
      <p className="mt-2">Nothing is deprecated today.</p>
      <h3 className="mt-6">Caches</h3>
      <p className="mt-2">
        Every answer to GET has an <code>ETag</code>: send it back in <code>If-None-Match</code> and get 304 if nothing
        has changed. <code>Cache-Control</code> says how long a cache may keep it: lists for 30 seconds, a full page of
        changes for ever.
      </p>
    </TitledSection>
  )
}

export type Example = { id: 'curl' | 'typescript' | 'python'; title: string; text: string }

const curl = (site: string) => `# The first changes of the register, then a check of two events.
curl --fail --silent --write-out "\\n" "${site}/api/changes?limit=3"
curl --fail --silent --write-out "\\n" "${site}/api/check" \\
  --header "content-type: application/json" \\
  --data '{"events": [
    {"number": "BEAA-2026-7KQ4XN"},
    {"name": "Tidewater Jazz Weekend", "date": "2027-06-12"}
  ]}'
`

const typescript = (
  site: string,
) => `// Reads every change so far. Keep the last address: it is where to go on next time.
type Change = { position: number; number: string; change: string; status: string }
type Page = { changes: Change[]; nextPage: string; more: boolean }

const key = process.env.API_KEY
const headers: Record<string, string> = key ? { authorization: \`Bearer \${key}\` } : {}
let address = '${site}/api/changes'
for (;;) {
  const response = await fetch(address, { headers })
  if (response.status === 429) {
    const seconds = Number(response.headers.get('retry-after'))
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000))
    continue
  }
  if (!response.ok) throw new Error(\`\${response.status} \${await response.text()}\`)
  const page = (await response.json()) as Page
  for (const { position, number, change, status } of page.changes) console.log(position, number, change, status)
  address = page.nextPage
  if (!page.more) break
}
console.error(\`Go on with \${address}\`)
`

const python = (site: string) => `# Says of each event whether the register has it, and whether it is accredited.
import json
import os
import urllib.request

events = [
    {"name": "Tidewater Jazz Weekend", "date": "2027-06-12"},
    {"number": "BEAA-2026-7KQ4XN"},
]
request = urllib.request.Request(
    "${site}/api/check",
    data=json.dumps({"events": events}).encode(),
    headers={"content-type": "application/json"},
)
if "API_KEY" in os.environ:
    request.add_header("authorization", "Bearer " + os.environ["API_KEY"])
with urllib.request.urlopen(request) as response:
    results = json.load(response)["results"]
for event, result in zip(events, results):
    entry, candidates = result["entry"], result["candidates"]
    if entry:
        answer = "accredited" if entry["accredited"] else "not accredited: " + entry["status"]
    elif candidates:
        answer = "one of these? " + ", ".join(each["number"] for each in candidates)
    else:
        answer = "not in the register"
    print(event.get("name") or event["number"], answer, sep="; ")
`

/** A test takes them out of the page and runs them. */
function examplesFor(site: string): Example[] {
  return [
    { id: 'curl', title: 'curl', text: curl(site) },
    { id: 'typescript', title: 'TypeScript', text: typescript(site) },
    { id: 'python', title: 'Python 3', text: python(site) },
  ]
}
