import type { adminPages, PageId } from '#admin-pages.ts'
import { type CamelSql, camel } from '#database/camel.ts'
import type { ParamOf, pages } from '#pages.ts'
import type { Action, FormRequest, Handler, PageAnswer, PageRequest } from '#requests/page-loader.ts'
import { type Failure, isFailure, statusOfFailure } from '#wire/failure.ts'
import { inFormOrder, type Outcome, type Posted } from '#wire/form.ts'
import type { PageCommand } from './command.ts'

/** Why a loader answers no page. */
type NoPage = Exclude<PageAnswer<never>, { kind: 'page' }>

/** There is no such page. */
export const notFound = (): NoPage => ({ kind: 'not-found' })

/** The page is somewhere else. @param to an address of this site. @param status 301 and 308 where that is so for good. */
export const redirect = (to: string, status: 301 | 303 | 307 | 308 = 303): NoPage => ({ kind: 'redirect', to, status })

type Answers<Commands> = {
  [Name in keyof Commands]?: Commands[Name] extends PageCommand<infer Value> ? Value : never
}

type PathOf<Id extends PageId> = (typeof pages & typeof adminPages)[Id]['path']

type Load<Id extends PageId, Data, Commands> = (
  given: Omit<PageRequest, 'params'> & {
    params: Record<ParamOf<PathOf<Id>>, string>
    sql: CamelSql
    /** An ISO time in UTC. */
    now: string
    /** What a command of the page has answered that is shown at once. */
    answers: Answers<Commands>
    /** Why a command of the page was not carried out, after its post. */
    refused: Failure | null
    /** What was posted, by the names of the fields; nothing before a post. */
    typed: Readonly<Record<string, string | undefined>>
  },
) => Promise<Data | NoPage>

/** The data of a page as its component takes it: what a loader answers, without what cannot be sent. */
export type PageData<Of> = Of extends { readonly sends?: infer Data } ? Sent<Data> : never
type Sent<Value> = Value extends Date
  ? never
  : Value extends Promise<infer Deferred>
    ? Promise<Sent<Deferred>>
    : Value extends object
      ? { [Name in keyof Value]: Sent<Value[Name]> }
      : Value

/**
 * What answers a page: its loader and the commands of its forms, each by the `intent` that its form posts. `load` stands before what reads its
 * data, or the compiler does not know them there.
 *
 * @param pair.tags of a page that is made for everybody: it is kept until one of them is announced, and until `pair.until` at most; null for
 *   data that is kept for nobody else.
 * @param pair.commands the first also takes posts without an intent, unless `pair.intentOf` names another; a post with an unknown intent, or
 *   with none where `intentOf` answers null, is not found.
 * @param pair.shown commands whose answer the page shows at once, and which lead nowhere.
 * @param pair.status of a page that is shown in every case, as that of a link which has run out: that of its data, after a post too; null
 *   for 200, or that of a failure.
 * @param pair.headers more of them, by the data. @param pair.oneClick, pair.takesFiles as of `Handler`.
 */
export function page<
  const Id extends PageId,
  Data,
  const Commands extends Readonly<Record<string, PageCommand<never>>> = Record<never, never>,
  Tags extends string[] = never,
>(
  _id: Id,
  pair: {
    commands?: Commands
    shown?: readonly (keyof Commands & string)[]
    intentOf?: (form: Readonly<Record<string, string>>) => string | null
    tags?: Tags | ((data: Exclude<Data, NoPage>) => Tags | null)
    until?: (data: Exclude<Data, NoPage>) => string | null
    status?: (data: Exclude<Data, NoPage>) => number | null
    headers?: (data: Exclude<Data, NoPage>) => Record<string, string>
    oneClick?: true
    takesFiles?: true
    load: Load<Id, Data, Commands>
  },
): Handler<Exclude<Data, NoPage>, Tags> & { readonly sends?: Exclude<Data, NoPage> } {
  type Shown = Exclude<Data, NoPage>
  const commands = new Map<string, PageCommand<never>>(Object.entries(pair.commands ?? {}))
  const sentences = new Map([...commands.values()].flatMap(({ done }) => Object.entries(done)))
  const shown: readonly string[] = pair.shown ?? []
  const { tags, oneClick, takesFiles } = pair

  const load = async (
    request: PageRequest,
    { answers = {}, refused = null }: { answers?: Answers<Commands>; refused?: Failure | null } = {},
  ): Promise<PageAnswer<Shown, Tags>> => {
    const { sql, now } = request.services
    const params = request.params as Record<ParamOf<PathOf<Id>>, string>
    const typed = 'form' in request ? (request as FormRequest).form : {}
    const given = { ...request, params, sql: camel(sql), now: now().toISOString(), answers, refused, typed }
    const loaded = await pair.load(given)
    if (isNoPage(loaded)) return loaded
    const done = sentences.get(sentences.size > 0 ? (request.query.get('done') ?? '') : '')
    const data = loaded as Shown
    const status = pair.status?.(data)
    const kept = typeof tags === 'function' ? tags(data) : tags
    const page = {
      kind: 'page' as const,
      data,
      ...(kept && { tags: kept }),
      ...(pair.until && { until: pair.until(data) }),
      ...(status && { status }),
      ...(pair.headers && { headers: pair.headers(data) }),
    }
    if (!done) return page
    const outcome = typeof done === 'string' ? { tone: 'success' as const, title: done } : done
    return { ...page, posted: { ...nothing, outcome } }
  }

  const act: Action<Shown> = async (request) => {
    const [first = ''] = commands.keys()
    const name = request.form.intent || (pair.intentOf ? pair.intentOf(request.form) : first)
    const named = name && commands.get(name)
    if (!named) return notFound()
    const { done, leadsTo, reads, order, secrets = [], ...command } = withRequest(named, request)
    // Schemas are loaded with the first post: the first page of a process does not wait for them.
    const { failedForm, runPosted } = await import('#requests/form-post.ts')
    const outcome = await runPosted(command, request, reads?.(request.form, request.query))
    if (isFailure(outcome)) {
      const again =
        outcome.failure === 'not-found' && !pair.status ? notFound() : await load(request, { refused: outcome })
      if (again.kind !== 'page') return again
      const { typed, problems } = failedForm(request.form, outcome)
      for (const secret of secrets) delete typed[secret]
      const posted = { outcome: outcomeOf(outcome), command: name, typed, problems: inFormOrder(problems, order) }
      const wait: Record<string, string> = outcome.retryAfter ? { 'retry-after': String(outcome.retryAfter) } : {}
      return {
        kind: 'page',
        data: again.data,
        posted,
        status: again.status ?? statusOfFailure[outcome.failure],
        headers: { ...wait, ...again.headers },
      }
    }
    const { answer, cookies = [] } = outcome
    const leads = leadsTo?.(answer as never, request)
    if (shown.includes(name) || leads === null) {
      const answered = await load(request, { answers: { [name]: answer } as Answers<Commands> })
      if (answered.kind !== 'page') return answered
      const { tags: _, ...page } = answered
      return { ...page, status: page.status ?? 200, cookies }
    }
    const word = 'done' in outcome && outcome.done ? String(outcome.done) : Object.keys(done)[0]
    const to = leads ?? pathOf(request) + (word ? `?done=${word}` : '')
    return { kind: 'redirect', to, status: 303, cookies }
  }
  return {
    load: (request) => load(request),
    ...(commands.size > 0 && { act }),
    ...(oneClick && { oneClick }),
    ...(takesFiles && { takesFiles }),
  }
}

/** A command that is handed the files of its form as well, and the query of its page. */
function withRequest(command: PageCommand<never>, { files = {}, query: pageQuery }: FormRequest): PageCommand<never> {
  return { ...command, run: (call) => command.run({ ...(call as object), files, pageQuery } as never) }
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
