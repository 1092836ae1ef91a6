import type { PageId } from '#admin-pages.ts'
import { type CamelSql, camel } from '#database/camel.ts'
import type { Action, FormRequest, Handler, PageAnswer, PageRequest } from '#requests/page-loader.ts'
import { type Failure, isFailure, statusOfFailure } from '#wire/failure.ts'
import type { Outcome, Posted } from '#wire/form.ts'
import type { PageCommand } from './command.ts'

/** Why a loader answers no page. */
type NoPage = Exclude<PageAnswer<never>, { kind: 'page' }>

/** There is no such page. */
export const notFound = (): NoPage => ({ kind: 'not-found' })

/** The page is somewhere else. @param to an address of this site. */
export const redirect = (to: string): NoPage => ({ kind: 'redirect', to, status: 303 })

type Answers<Commands> = {
  [Name in keyof Commands]?: Commands[Name] extends PageCommand<infer Value> ? Value : never
}

type Load<Data, Commands> = (
  given: PageRequest & {
    sql: CamelSql
    /** An ISO time in UTC. */
    now: string
    /** What a command of the page has answered that is shown at once. */
    answers: Answers<Commands>
  },
) => Promise<Data | NoPage>

/** The data of a page as its component takes it: what a loader answers, without what cannot be sent. */
export type PageData<Of> = Of extends { readonly sends?: infer Data } ? Sent<Data> : never
type Sent<Value> = Value extends Date
  ? never
  : Value extends object
    ? { [Name in keyof Value]: Sent<Value[Name]> }
    : Value

/**
 * What answers a page: its loader and the commands of its forms, each by the `intent` that its form posts.
 *
 * @param pair.tags of a page that is made for everybody: it is kept until one of them is announced.
 * @param pair.commands the first also takes posts without an intent. @param pair.shown commands whose answer the page shows at once, and
 *   which lead nowhere.
 * @param pair.status of a page that is shown in every case, as that of a link which has run out: that of its data, after a post too.
 * @param pair.oneClick its post is taken from anywhere (`Handler`).
 */
export function page<
  Data,
  const Commands extends Readonly<Record<string, PageCommand<never>>> = Record<never, never>,
  Tags extends string[] = never,
>(
  _id: PageId,
  pair: {
    commands?: Commands
    shown?: readonly (keyof Commands & string)[]
    tags?: Tags
    status?: (data: Exclude<Data, NoPage>) => number
    oneClick?: true
    load: Load<Data, Commands>
  },
): Handler<Exclude<Data, NoPage>, Tags> & { readonly sends?: Exclude<Data, NoPage> } {
  type Shown = Exclude<Data, NoPage>
  const commands = new Map<string, PageCommand<never>>(Object.entries(pair.commands ?? {}))
  const sentences = new Map([...commands.values()].flatMap(({ done }) => Object.entries(done)))
  const shown: readonly string[] = pair.shown ?? []
  const { tags, oneClick } = pair

  const load = async (request: PageRequest, answers: Answers<Commands> = {}): Promise<PageAnswer<Shown, Tags>> => {
    const { sql, now } = request.services
    const loaded = await pair.load({ ...request, sql: camel(sql), now: now().toISOString(), answers })
    if (isNoPage(loaded)) return loaded
    const sentence = sentences.get(sentences.size > 0 ? (request.query.get('done') ?? '') : '')
    const data = loaded as Shown
    const page = {
      kind: 'page' as const,
      data,
      ...(tags && { tags }),
      ...(pair.status && { status: pair.status(data) }),
    }
    if (!sentence) return page
    return { ...page, posted: { ...nothing, outcome: { tone: 'success', title: sentence } } }
  }

  const act: Action<Shown> = async (request) => {
    const intent = request.form.intent ?? ''
    const [first] = commands.keys()
    const name = commands.has(intent) ? intent : first!
    const { done, leadsTo, ...command } = commands.get(name)!
    // Schemas are loaded with the first post: the first page of a process does not wait for them.
    const { failedForm, runPosted } = await import('#requests/form-post.ts')
    const outcome = await runPosted(command, request)
    if (isFailure(outcome)) {
      const again = outcome.failure === 'not-found' && !pair.status ? notFound() : await load(request)
      if (again.kind !== 'page') return again
      const { typed, problems } = failedForm(request.form, outcome)
      const posted = { outcome: outcomeOf(outcome), command: name, typed, problems }
      const wait: Record<string, string> = outcome.retryAfter ? { 'retry-after': String(outcome.retryAfter) } : {}
      return {
        kind: 'page',
        data: again.data,
        posted,
        status: again.status ?? statusOfFailure[outcome.failure],
        headers: wait,
      }
    }
    const { answer, cookies = [] } = outcome
    if (shown.includes(name)) {
      const answered = await load(request, { [name]: answer } as Answers<Commands>)
      if (answered.kind !== 'page') return answered
      return { kind: 'page', data: answered.data, status: answered.status ?? 200, cookies }
    }
    const word = 'done' in outcome && outcome.done ? String(outcome.done) : Object.keys(done)[0]
    const to = leadsTo?.(answer as never) ?? pathOf(request) + (word ? `?done=${word}` : '')
    return { kind: 'redirect', to, status: 303, cookies }
  }
  return { load: (request) => load(request), ...(commands.size > 0 && { act }), ...(oneClick && { oneClick }) }
}

const nothing: Posted = { outcome: null, command: null, typed: {}, problems: [] }

function isNoPage(loaded: unknown): loaded is NoPage {
  const { kind } = (loaded ?? {}) as { kind?: unknown }
  return kind === 'not-found' || kind === 'redirect'
}

function pathOf({ url }: FormRequest): string {
  return url.split('?')[0]!
}

/** What a page says of a refusal. */
function outcomeOf({ message, fields = [], details }: Failure): Outcome | null {
  if (details?.outcome) return details.outcome as Outcome
  return fields.length > 0 ? null : { tone: 'danger', title: message }
}
