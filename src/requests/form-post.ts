import { checkInput, inputOfForm } from '#wire/check-input.ts'
import { type Failure, isFailure } from '#wire/failure.ts'
import type { Answer, AnyCommand, SuccessStatus } from './command.ts'
import type { FormRequest, PageRequest } from './page-loader.ts'
import { runCommand } from './run-command.ts'

type Value<C extends AnyCommand> = Extract<Awaited<ReturnType<C['run']>>, { answer: unknown }>['answer']

/** The post of a page's form: what does not fit its schema is not counted against its limit. */
export async function runPosted<C extends AnyCommand>(
  command: C,
  request: FormRequest,
  given: Record<string, unknown> = request.form,
): Promise<Answer<SuccessStatus, Value<C>> | Failure> {
  const value = command.schema ? { ...given, ...inputOfForm(command.schema, textsOf(given)) } : {}
  const checked = checkInput(command.schema, value)
  return isFailure(checked) ? checked : await runForPage(command, request, value)
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
