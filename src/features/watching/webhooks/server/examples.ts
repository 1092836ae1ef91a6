/** As the page and docs/webhooks.md show them. A test runs them against what is really sent. */
export const verifyingExamples = {
  typescript: `import { createHmac, timingSafeEqual } from 'node:crypto'

/** The event, or an error. Give it the body exactly as it arrived, before anything parses it. */
export function verify(body: string, headers: Headers, secret: string) {
  const id = headers.get('webhook-id') ?? ''
  const timestamp = headers.get('webhook-timestamp') ?? ''
  if (!(Math.abs(Date.now() / 1000 - Number(timestamp)) < 300)) throw new Error('too old')
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const expected = createHmac('sha256', key).update(\`\${id}.\${timestamp}.\${body}\`).digest()
  for (const part of (headers.get('webhook-signature') ?? '').split(' ')) {
    const [version, signature = ''] = part.split(',')
    const given = Buffer.from(signature, 'base64')
    if (version === 'v1' && given.length === expected.length && timingSafeEqual(given, expected)) {
      return JSON.parse(body)
    }
  }
  throw new Error('wrong signature')
}
`,
  python: `import base64, hashlib, hmac, json, time

def verify(body: bytes, headers, secret: str):
    """The event, or an error. Give it the body exactly as it arrived."""
    message_id, timestamp = headers["webhook-id"], headers["webhook-timestamp"]
    if abs(time.time() - int(timestamp)) > 300:
        raise ValueError("too old")
    key = base64.b64decode(secret.removeprefix("whsec_"))
    signed = f"{message_id}.{timestamp}.".encode() + body
    expected = base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest()).decode()
    for part in headers["webhook-signature"].split(" "):
        version, _, signature = part.partition(",")
        if version == "v1" and hmac.compare_digest(signature, expected):
            return json.loads(body)
    raise ValueError("wrong signature")
`,
} as const

/** The number is invented. */
export const exampleEvent = `{
  "type": "register.entry.suspended",
  "timestamp": "2027-03-14T09:30:00.000Z",
  "data": {
    "position": 4711,
    "number": "BEAA-7F3K-9Q2M",
    "change": "suspended",
    "status": "suspended",
    "assurance": "evidence",
    "assuredOn": "2027-01-12",
    "validFrom": "2026-11-02T10:00:00.000Z",
    "validUntil": "2027-11-02T10:00:00.000Z",
    "address": "https://register.example/verify/BEAA-7F3K-9Q2M"
  }
}
`
