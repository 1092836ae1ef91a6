import type { Socket } from 'bun'

export type SmtpServerFixture = {
  url: string
  /** Every mail that was taken: who it is for, and the message as it came. */
  taken: { from: string; to: string[]; message: string }[]
  /** How often an account or its password was refused. */
  refused: () => number
  /** Commands in the order in which they came. */
  commands: string[]
  close: () => void
}

type Manner = {
  /** Answer instead of the usual one, by the command's first word (`RCPT`, `.` for the end of a message); null: no answer. */
  answers?: Record<string, string | null>
  /** Hang up when this command comes. */
  hangUpAt?: string
  /** Milliseconds before each answer. */
  delay?: number
  /** Passwords of the accounts that may send; everybody may where it is left out. May be changed while it runs. */
  accounts?: Map<string, string>
  /** Send this again and again instead of an answer to EHLO, so that the connection is never silent. */
  dripEvery?: number
  /** Where it listens; this machine alone without it. */
  hostname?: string
}

type State = { buffer: string; inMessage: boolean; isKnown: boolean; from: string; to: string[]; message: string }

/** A small mail server on a free port (RFC 5321), with the bad manners that a test asks for. */
export function startSmtpServer(manner: Manner = {}): SmtpServerFixture {
  const taken: SmtpServerFixture['taken'] = []
  const commands: string[] = []
  let refused = 0
  const drips = new Set<Timer>()
  const server = Bun.listen<State>({
    hostname: manner.hostname ?? '127.0.0.1',
    port: 0,
    socket: {
      open(socket) {
        socket.data = { buffer: '', inMessage: false, isKnown: !manner.accounts, from: '', to: [], message: '' }
        void reply(socket, 'CONNECT', '220 mail.example ESMTP')
      },
      data(socket, bytes) {
        socket.data.buffer += bytes.toString('utf8')
        for (let end = socket.data.buffer.indexOf('\r\n'); end >= 0; end = socket.data.buffer.indexOf('\r\n')) {
          const line = socket.data.buffer.slice(0, end)
          socket.data.buffer = socket.data.buffer.slice(end + 2)
          takeLine(socket, line)
        }
      },
      error() {},
    },
  })

  return {
    url: `smtp://127.0.0.1:${server.port}`,
    taken,
    refused: () => refused,
    commands,
    close: () => {
      for (const drip of drips) clearInterval(drip)
      server.stop(true)
    },
  }

  function takeLine(socket: Socket<State>, line: string): void {
    const { data } = socket
    if (data.inMessage && line !== '.') {
      data.message += `${line.replace(/^\./, '')}\r\n`
      return
    }
    const word = line.split(' ')[0]!.toUpperCase()
    commands.push(line)
    if (manner.hangUpAt === word) {
      socket.terminate()
      return
    }
    const answer = manner.answers?.[word]
    if (word === '.') {
      data.inMessage = false
      if (answer === undefined) taken.push({ from: data.from, to: data.to, message: data.message })
      void reply(socket, word, '250 taken')
    } else if (word === 'DATA') {
      data.inMessage = answer === undefined
      void reply(socket, word, '354 go ahead')
    } else if (word === 'EHLO') {
      void reply(
        socket,
        word,
        `250-mail.example\r\n${manner.accounts ? '250-AUTH PLAIN\r\n' : ''}250-8BITMIME\r\n250 SMTPUTF8`,
      )
    } else if (word === 'AUTH') {
      // RFC 4616: the message is an empty name to act for, the account and its password, with a zero byte before each of these.
      const [, account = '', password] = Buffer.from(line.split(' ')[2] ?? '', 'base64')
        .toString()
        .split('\0')
      data.isKnown = password !== undefined && manner.accounts?.get(account) === password
      if (!data.isKnown) refused++
      void reply(socket, word, data.isKnown ? '235 welcome' : '535 5.7.8 not known here')
    } else if (word === 'MAIL' && !data.isKnown) {
      void reply(socket, word, '530 5.7.0 sign in first')
    } else {
      if (word === 'MAIL') data.from = line.match(/<(.*)>/)![1]!
      if (word === 'RCPT') data.to.push(line.match(/<(.*)>/)![1]!)
      void reply(socket, word, word === 'QUIT' ? '221 bye' : '250 ok')
    }
  }

  async function reply(socket: Socket<State>, word: string, usual: string): Promise<void> {
    if (manner.dripEvery && word === 'EHLO') {
      drips.add(setInterval(() => socket.write('250-one moment\r\n'), manner.dripEvery))
      return
    }
    const answer = manner.answers?.[word]
    if (answer === null) return
    if (manner.delay) await Bun.sleep(manner.delay)
    socket.write(`${answer ?? usual}\r\n`)
  }
}
