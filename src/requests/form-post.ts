import { checkInput, inputOfForm } from '#wire/check-input.ts'
import { type Failure, isFailure, statusOfFailure } from '#wire/failure.ts'
import { type FormState, inFormOrder } from '#wire/form.ts'
import type { Answer, AnyCommand, SuccessStatus } from './command.ts'
import type { Action, FormRequest, PageAnswer, PageRequest } from './page-loader.ts'
import { runCommand } from './run-command.ts'

type Value<C extends AnyCommand> = Extract<Awaited<ReturnType<C['run']>>, { answer: unknown }>['answer']

/**
 * Serves a command as the post of a page's form. What does not fit its schema is not counted against its limit. @param page.input the form's fields
 * when left out. @param page.again the page as it was posted, with its problems; left out for a button, which fails only where there is nothing to
 * press it for: not found.
 */
export function formPost<Data, C extends AnyCommand>(
  command: C,
  page: {
    input?: (request: FormRequest) => Record<string, unknown> | Promise<Record<string, unknown>>
    done: (value: Value<C>, request: FormRequest) => string | PageAnswer<Data> | Promise<string | PageAnswer<Data>>
    again?: (request: FormRequest, form: FormState, why: Failure) => PageAnswer<Data> | Promise<PageAnswer<Data>>
  },
): Action<Data> {
  return async (request) => {
    const outcome = await runPosted(command, request, await page.input?.(request))
    if (!isFailure(outcome)) {
      const { answer, cookies = [] } = outcome
      const done = await page.done(answer, request)
      if (typeof done === 'string') return { kind: 'redirect', to: done, status: 303, cookies }
      return done.kind === 'page' ? { status: 200, ...done } : done
    }
    const again = (await page.again?.(request, failedForm(request.form, outcome), outcome)) ?? { kind: 'not-found' }
    if (again.kind !== 'page') return again
    const wait: Record<string, string> = outcome.retryAfter ? { 'retry-after': String(outcome.retryAfter) } : {}
    return {
      ...again,
      status: again.status ?? statusOfFailure[outcome.failure],
      headers: { ...wait, ...again.headers },
    }
  }
}

export async function runPosted<C extends AnyCommand>(
  command: C,
  request: FormRequest,
  given: Record<string, unknown> = request.form,
): Promise<Answer<SuccessStatus, Value<C>> | Failure> {
  const value = command.schema ? { ...given, ...inputOfForm(command.schema, textsOf(given)) } : {}
  const checked = checkInput(command.schema, value)
  return isFailure(checked) ? checked : await runForPage(command, request, value)
}

export function failedForm(form: Record<string, string>, why: Failure): FormState {
  const problems = inFormOrder(why.fields ?? [], Object.keys(form))
  return { typed: typedIn(form), problems, notice: problems.length > 0 ? null : why.message }
}

/** By the field `intent`; `otherwise` takes every other post. */
export function formsByIntent<Data>(forms: Record<string, Action<Data>>, otherwise: Action<Data>): Action<Data> {
  const known = new Map(Object.entries(forms))
  return async (request) => await (known.get(request.form.intent ?? '') ?? otherwise)(request)
}

export async function runForPage<C extends AnyCommand>(
  command: C,
  {
    params = {},
    headers,
    visitor,
    services,
  }: Pick<PageRequest, 'headers' | 'visitor' | 'services'> & Partial<PageRequest>,
  value: unknown,
): Promise<Answer<SuccessStatus, Value<C>> | Failure> {
  const given = { params, query: {}, readInput: async () => ({ value }), headers, visitor, services }
  return (await runCommand(command, given)) as Answer<SuccessStatus, Value<C>> | Failure
}

function textsOf(given: Record<string, unknown>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(given).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

/** A password must not be in a page. */
function typedIn(form: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(form).filter(([name]) => !/password/i.test(name)))
}
