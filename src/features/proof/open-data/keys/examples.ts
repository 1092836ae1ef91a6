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
export function examplesFor(site: string): Example[] {
  return [
    { id: 'curl', title: 'curl', text: curl(site) },
    { id: 'typescript', title: 'TypeScript', text: typescript(site) },
    { id: 'python', title: 'Python 3', text: python(site) },
  ]
}
