import { connect } from 'bun'

// `load-client ORIGIN SECONDS CONCURRENCY FILE ENCODINGS`: asks for the addresses in FILE (one per line, round and round) over as many
// kept-alive connections as CONCURRENCY says, and prints what it measured as JSON. A process of its own, on plain sockets,
// so that the client costs as little as possible beside the server. What is asked while the client itself warms up is not measured.

/** `answers` counts those of the warm-up too. */
export type Measured = {
  requests: number
  answers: number
  failures: number
  seconds: number
  p50: number
  p99: number
}

const [origin, secondsText, concurrencyText, file, encodings] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
]
const { hostname, port, host } = new URL(origin)
const paths = (await Bun.file(file).text()).trim().split('\n')
const encoder = new TextEncoder()
// Each from an address of its own (`TRUST_PROXY=1`): one visitor alone would soon meet the limit on searches.
const requests = paths.map((path, index) =>
  encoder.encode(
    `GET ${path} HTTP/1.1\r\nHost: ${host}\r\nX-Forwarded-For: ${visitor(index)}\r\nAccept: text/html\r\nAccept-Encoding: ${encodings}\r\n\r\n`,
  ),
)
// Room for more than any server answers, so that measuring makes no garbage.
const latencies = new Float64Array(Math.ceil(Number(secondsText) * 200_000))
let measured = 0
let answers = 0
const warmUpMs = 400
const startedAt = performance.now() + warmUpMs
const end = startedAt + Number(secondsText) * 1000
let failures = 0
let next = Math.floor(Math.random() * requests.length)

type State = {
  sentAt: number
  wanted: number
  got: number
  chunked: boolean
  ok: boolean
  tail: string
  /** Bytes of the last answer that came in one piece: the next of the same length needs no reading. */
  usual: number
  done: () => void
}
await Promise.all(Array.from({ length: Number(concurrencyText) }, openConnection))
const seconds = (performance.now() - startedAt) / 1000
const sorted = latencies.subarray(0, measured).sort()
const at = (share: number) => Number((sorted[Math.floor(measured * share)] ?? 0).toFixed(3))
console.log(
  JSON.stringify({ requests: measured, answers, failures, seconds, p50: at(0.5), p99: at(0.99) } satisfies Measured),
)

function visitor(index: number): string {
  return `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`
}

function openConnection(): Promise<void> {
  return new Promise((resolve, reject) => {
    void connect<State>({
      hostname,
      port: Number(port),
      data: { sentAt: 0, wanted: -1, got: 0, chunked: false, ok: true, tail: '', usual: -1, done: resolve },
      socket: {
        open: send,
        data: (socket, bytes) => {
          const state = socket.data
          const isFirst = state.wanted === -1 && !state.chunked
          if (isFirst && bytes.length === state.usual && bytes[9] === 0x32) {
            state.ok = true
            state.wanted = state.got = 0
          } else if (isFirst) {
            readHead(state, bytes)
            state.usual = state.got === state.wanted ? bytes.length : -1
          } else state.got += bytes.length
          if (state.chunked) state.tail = (state.tail + Buffer.from(bytes.subarray(-7)).toString('latin1')).slice(-7)
          const complete = state.chunked ? state.tail.endsWith('0\r\n\r\n') : state.got >= state.wanted
          if (!complete) return
          const now = performance.now()
          answers++
          if (state.sentAt >= startedAt) latencies[measured++] = now - state.sentAt
          if (!state.ok) failures++
          if (now < end) send(socket)
          else {
            socket.end()
            state.done()
          }
        },
        error: (_, problem) => reject(problem),
        close: (socket) => socket.data.done(),
      },
    }).catch(reject)
  })
}

function send(socket: { data: State; write: (bytes: Uint8Array) => number }): void {
  const state = socket.data
  state.wanted = -1
  state.got = 0
  state.chunked = false
  state.tail = ''
  state.sentAt = performance.now()
  socket.write(requests[next++ % requests.length]!)
}

function readHead(state: State, bytes: Uint8Array): void {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const at = buffer.indexOf('\r\n\r\n')
  const head = buffer.toString('latin1', 0, at).toLowerCase()
  state.ok = head.startsWith('http/1.1 200')
  const length = head.match(/content-length: (\d+)/)
  if (length) {
    state.wanted = Number(length[1])
    state.got = buffer.length - at - 4
  } else state.chunked = true
}
