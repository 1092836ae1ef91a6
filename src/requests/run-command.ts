import { takeRateLimit } from '#database/rate-limit.ts'
import type { Admin } from '#domain/permissions.ts'
import { checkInput, inputOfForm } from '#wire/check-input.ts'
import { type Failure, failure, isFailure, tooMany } from '#wire/failure.ts'
import { textsOf } from '#wire/form.ts'
import type { Access, Answer, AnyCommand, Call, FileAnswer, SuccessStatus } from './command.ts'
import type { FormRequest, PageRequest } from './page-loader.ts'
import type { Services } from './services.ts'
import type { Visitor } from './visitor.ts'

type CommandRequest = {
  params: Record<string, string>
  query: Record<string, string>
  /** Before any check; read only for an authorised caller. */
  readInput: () => Promise<{ value: unknown; raw?: string } | Failure>
  readBytes?: Call<never, never, never>['readBytes']
  headers: Headers
  visitor: Visitor
  services: Services
}

export async function runCommand(
  command: AnyCommand,
  { params, query, readInput, readBytes, headers, visitor, services }: CommandRequest,
): Promise<Answer | FileAnswer | Failure> {
  const admin = await adminFor(command.permission, visitor)
  if (isFailure(admin)) return admin
  if (command.limit) {
    const wait = await takeRateLimit(services.sql, command.limit, visitor.address)
    if (wait !== null) return tooMany(wait, command.limit.refusal)
  }
  const checkedParams = checkInput(command.params, params)
  // An id that cannot exist is not found.
  if (isFailure(checkedParams)) return failure('not-found', 'Nothing was found with this id.')
  const checkedQuery = checkInput(command.query, query)
  if (isFailure(checkedQuery)) return checkedQuery
  const sent = await readInput()
  if (isFailure(sent)) return sent
  const checked = checkInput(command.schema, sent.value)
  if (isFailure(checked)) return checked
  const call = {
    params: checkedParams.input,
    query: checkedQuery.input,
    input: checked.input,
    raw: sent.raw ?? '',
    readBytes,
    headers,
    visitor,
    services,
    admin,
  }
  return await command.run(call as Call<never, never, never, never>)
}

async function adminFor(permission: Access, visitor: Visitor): Promise<Admin | null | Failure> {
  if (permission === 'anyone' || permission === 'owner' || permission === 'signature') return null
  const admin = await visitor.admin()
  if (!admin) return failure('unauthenticated', 'Sign in to do this.')
  return (await visitor.holds(permission)) ? admin : failure('forbidden', 'Your role does not include this.')
}

type Value<C extends AnyCommand> = Extract<Awaited<ReturnType<C['run']>>, { answer: unknown }>['answer']

/** The post of a page's form: what does not fit its schema is not counted against its limit. */
export async function runPosted<C extends AnyCommand>(
  command: C,
  request: FormRequest,
  given: Record<string, unknown> = request.form,
): Promise<Answer<SuccessStatus, Value<C>> | Failure> {
  const value = command.schema ? { ...given, ...inputOfForm(command.schema, textsOf(Object.entries(given))) } : {}
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
