import type { adminPages, PageId } from '#admin-pages.ts'
import { type CamelSql, camel } from '#database/camel.ts'
import type { ParamOf, pages } from '#pages.ts'
import type { Action, FormRequest, Handler, PageAnswer, PageRequest } from '#requests/page-loader.ts'
import { type Failure, isFailure, statusOfFailure } from '#wire/failure.ts'
import { inFormOrder, type Outcome, type PostedForm } from '#wire/form.ts'
import type { PageCommand } from './command.ts'

/** A class, so that no data of a page can be taken for it. */
class NoPage {
  constructor(readonly answer: Exclude<PageAnswer<never>, { kind: 'page' }>) {}
}

export const notFound = () => new NoPage({ kind: 'not-found' })

/** @param to an address of this site. @param status 301 and 308 are permanent. */
export const redirect = (to: string, status: 301 | 303 | 307 | 308 = 303) =>
  new NoPage({ kind: 'redirect', to, status })

type Answers<Commands> = {
  [Name in keyof Commands]?: Commands[Name] extends PageCommand<infer Value> ? Value : never
}

type PathOf<Id extends PageId> = (typeof pages & typeof adminPages)[Id]['path']

type Load<Id extends PageId, Data, Commands> = (
  given: Omit<PageRequest, 'params'> & {
    params: Record<ParamOf<PathOf<Id>>, string>
    sql: CamelSql
    now: string
    /** Of commands whose answer the page shows at once. */
    answers: Answers<Commands>
    refused: Failure | null
    typed: Readonly<Record<string, string | undefined>>
  },
) => Promise<Data | NoPage>

export type PageData<Of> = Of extends { readonly sends?: infer Data } ? SentData<Data> : never
type SentData<Value> = Value extends Date
  ? never
  : Value extends Promise<infer Deferred>
    ? Promise<SentData<Deferred>>
    : Value extends object
      ? { [Name in keyof Value]: SentData<Value[Name]> }
      : Value

/**
 * `load` comes before what reads its data, or the compiler does not know that data there. @param pair.commands by the `intent` of their forms;
 * a post without one is for the first, or for what `pair.intentOf` says (null for none). @param pair.tags of a page for everybody, kept until one
 * is announced or `pair.until`; null for data that is not kept. @param pair.status of pages that exist in every case, also after a failed post.
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
    if (loaded instanceof NoPage) return loaded.answer
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
    if (!named) return { kind: 'not-found' }
    const { done, leadsTo, reads, order, secrets = [], ...command } = withRequest(named, request)
    // Schemas are loaded with the first post: a process's first page does not wait for them.
    const { runPosted } = await import('../requests/run-command.ts')
    const outcome = await runPosted(command, request, reads?.(request.form, request.query))
    if (isFailure(outcome)) {
      if (outcome.failure === 'not-found' && !pair.status) return { kind: 'not-found' }
      const again = await load(request, { refused: outcome })
      if (again.kind !== 'page') return again
      const problems = inFormOrder(inFormOrder(outcome.fields ?? [], Object.keys(request.form)), order)
      const posted = { outcome: outcomeOf(outcome), command: name, typed: typedIn(request, secrets), problems }
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
    const word = 'done' in outcome && outcome.done ? String(outcome.done) : (Object.keys(done)[0] ?? '')
    const leads = leadsTo?.(answer as never, request, word)
    if (leads === null) {
      const answered = await load(request, { answers: { [name]: answer } as Answers<Commands> })
      if (answered.kind !== 'page') return answered
      const { tags: _, ...page } = answered
      return { ...page, status: page.status ?? 200, cookies }
    }
    const to = leads ?? request.url.split('?')[0] + (word ? `?done=${word}` : '')
    return { kind: 'redirect', to, status: 303, cookies }
  }
  return {
    load: (request) => load(request),
    ...(commands.size > 0 && { act, commands: [...commands.keys()] }),
    ...(oneClick && { oneClick }),
    ...(takesFiles && { takesFiles }),
  }
}

function withRequest(command: PageCommand<never>, { files = {}, query: pageQuery }: FormRequest): PageCommand<never> {
  return { ...command, run: (call) => command.run({ ...(call as object), files, pageQuery } as never) }
}

const nothing: PostedForm = { outcome: null, command: null, typed: {}, problems: [] }

/** No password or secret may be in a page. */
function typedIn({ form }: FormRequest, secrets: readonly string[]): Record<string, string> {
  return Object.fromEntries(Object.entries(form).filter(([name]) => !/password/i.test(name) && !secrets.includes(name)))
}

function outcomeOf({ message, fields = [], details }: Failure): Outcome | null {
  if (details?.outcome) return details.outcome as Outcome
  return fields.length > 0 ? null : { tone: 'danger', title: message }
}
