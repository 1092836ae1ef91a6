import type { Type } from 'arktype'
import { type CamelSql, type CamelTransaction, camel } from '#database/camel.ts'
import type { RateLimit } from '#database/rate-limit.ts'
import { byPerson, type Change, recordChange } from '#database/record-change.ts'
import type { SqlRunner, Transaction } from '#database/sql.ts'
import type { Admin, Permission } from '#domain/permissions.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import {
  type Access,
  type Answer,
  type AnyCommand,
  answer,
  type Call,
  type Endpoint,
  type SuccessStatus,
} from '#requests/command.ts'
import type { FormRequest, PostedFile } from '#requests/page-loader.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import type { Form, Values } from '#wire/define-form.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import type { Outcome } from '#wire/form.ts'
import { schemaOf, schemaOfParams } from './form-schema.ts'

type CommandInput<By extends Access, Input, Params extends string, Sql> = {
  input: Input
  params: Readonly<Record<Params, string>>
  files: Readonly<Record<string, PostedFile>>
  /** Of the page that was posted to; empty for a call. */
  pageQuery: URLSearchParams
  /** One transaction for everything; none in `outsideCommand`. */
  sql: Sql
  now: string
  admin: By extends Permission ? Admin : null
  visitor: Visitor
  headers: Headers
  services: Services
}
/** Without `actor` by the admin of the session, or else by the applicant. */
type AuditLine = Omit<Change, 'actor'> & { actor?: Change['actor'] }
type CommandSuccess<Value> = {
  did: Value
  done: string | undefined
  status: SuccessStatus
  audit: AuditLine[]
  mails: MailDraft[]
  cookies: string[]
}
type CommandRefusal = Failure & { audit?: AuditLine | undefined }
type CommandResult<Value> = Promise<CommandSuccess<Value> | CommandRefusal>
/** Of an `outsideCommand`: one transaction for everything. */
export type Write<Value> = (work: (sql: CamelTransaction) => CommandResult<Value>) => Promise<Written<Value>>

type DoneWords = Readonly<Record<string, string | Outcome>>

/** Run by a post of one of its page's forms, and where `api` documents it by a call. */
export type PageCommand<Value = unknown> = AnyCommand & {
  reads?: ((form: Readonly<Record<string, string>>, query: URLSearchParams) => Record<string, unknown>) | undefined
  done: DoneWords
  order: string[]
  /** Fields that a page must not hold again, such as one-time codes; passwords are left out by their names. */
  secrets?: readonly string[] | undefined
  /** `done`: the word of its sentence. Left out: the page itself. Null: nowhere, the page shows the answer at once. */
  leadsTo?: ((value: Value, request: FormRequest, done: string) => string | null) | undefined
}

type ApiDescription = Pick<
  Endpoint,
  'summary' | 'description' | 'answers' | 'failures' | 'headers' | 'cookie' | 'isOpen' | 'query'
>

type NoForm = Form<Readonly<Record<never, never>>>

type Definition<By extends Access, Value, Params extends string, Of extends NoForm, Input, Api> = {
  permission: By
  params?: Readonly<Record<Params, (text: string) => boolean>>
  limit?: RateLimit & { when?: string; refusal?: (seconds: number) => string }
  api?: Api
  secrets?: readonly string[]
  done?: DoneWords
  leadsTo?: (value: Value, request: FormRequest, done: string) => string | null
  reads?: (form: Readonly<Record<string, string>>, query: URLSearchParams) => Record<string, unknown>
} & ({ form?: Of; schema?: never } | { form?: never; schema: Type & { readonly infer: Input } })

type DeclaredCommand<Value, Api> = PageCommand<Value> & ([Api] extends [never] ? unknown : Api)

/**
 * What `run` writes, its audit lines and mails are one transaction, undone by `wrong` or `refusal`. @param definition.params an address that does not
 * fit is not found. @param definition.done sentences by the word in the address (`?done=added`); the first unless `did` names another. @param
 * definition.reads what the schema takes of a form with other fields, and of the page's query.
 */
export function command<
  const By extends Access,
  Value,
  Params extends string = never,
  Of extends NoForm = NoForm,
  Input = Values<Of>,
  Api extends ApiDescription = never,
>({
  run,
  ...definition
}: Definition<By, Value, Params, Of, Input, Api> & {
  run: (given: CommandInput<By, Input, Params, CamelTransaction>) => CommandResult<Value>
}): DeclaredCommand<Value, Api> {
  return declare(definition, async (call) => {
    const now = call.services.now().toISOString()
    return await inTransaction(call, (sql) => run({ ...posted, ...(call as object), now, sql } as never))
  })
}

/** Holds no transaction while `run` asks an outside service; `run` then writes everything with `write`, undone by `wrong` or `refusal`. */
export function outsideCommand<
  const By extends Access,
  Value,
  Params extends string = never,
  Of extends NoForm = NoForm,
  Input = Values<Of>,
  Api extends ApiDescription = never,
>({
  run,
  ...definition
}: Definition<By, Value, Params, Of, Input, Api> & {
  run: (
    given: CommandInput<By, Input, Params, CamelSql & { raw: SqlRunner }> & { write: Write<Value> },
  ) => Promise<CommandSuccess<Value> | CommandRefusal | Written<Value>>
}): DeclaredCommand<Value, Api> {
  return declare(definition, async (call) => {
    const { services } = call
    const write: Write<Value> = (work) => inTransaction(call, work)
    const given = { ...posted, ...(call as object), now: services.now().toISOString(), sql: camel(services.sql), write }
    const outcome = await run(given as never)
    if (outcome instanceof Written) return outcome
    return await inTransaction(call, async () => outcome)
  })
}

const posted = { files: {}, pageQuery: new URLSearchParams() }

class Written<Value> {
  constructor(readonly outcome: (Answer<SuccessStatus, Value> & { done: string | undefined }) | Failure | Answer) {}
}

type AnyCall = Call<Record<string, string>, never, unknown>

function declare<Value, Api>(
  definition: {
    form?: Form
    schema?: Type
    api?: object | undefined
    params?: Readonly<Record<string, (text: string) => boolean>>
    done?: DoneWords
  },
  carryOut: (call: AnyCall) => Promise<Written<Value>>,
): DeclaredCommand<Value, Api> {
  const { form, api, params, done = {}, ...rest } = definition
  return {
    ...rest,
    ...api,
    ...(form && { schema: schemaOf(form) }),
    ...(params && { params: schemaOfParams(params) }),
    done,
    order: Object.keys(form?.fields ?? {}),
    run: async (call: AnyCall) => (await carryOut(call)).outcome,
  } as never
}

async function inTransaction<Value>(
  { services, admin, input }: AnyCall,
  work: (sql: CamelTransaction) => CommandResult<Value>,
): Promise<Written<Value>> {
  const actor = admin ? byPerson(admin) : ({ kind: 'applicant', name: 'applicant' } as const)
  const written = await services.sql
    .begin(async (tx: Transaction) => {
      const outcome = await work(camel(tx) as CamelTransaction)
      if (isFailure(outcome)) throw new Undo(outcome)
      // Only programs fill in the honeypot: they get the usual answer, and nothing stays.
      const { [honeypotName]: filled } = input as Record<string, unknown>
      if (filled) throw new Undo(answer(outcome.did, { status: outcome.status }))
      for (const line of outcome.audit) await recordChange(tx, { actor, ...line })
      for (const mail of outcome.mails) await queueMail(tx, mail, services)
      const { did, done, status, cookies } = outcome
      return { ...answer(did, { cookies, status }), done }
    })
    .catch((thrown) => {
      if (thrown instanceof Undo) return thrown
      throw thrown
    })
  if (!(written instanceof Undo)) return new Written<Value>(written as never)
  const { audit, ...why } = written.why
  if (audit) await recordChange(services.sql, { actor, ...audit })
  return new Written<Value>(why)
}

class Undo extends Error {
  constructor(readonly why: (CommandRefusal | Answer) & { audit?: AuditLine | undefined }) {
    super('A command was undone.')
  }
}

/** @param what.answer of a call. @param what.done names the sentence that the page shows. @param what.cookies `Set-Cookie` lines. */
export function did<Value = null>(
  what:
    | {
        answer?: Value
        status?: SuccessStatus
        done?: string
        audit?: AuditLine | AuditLine[]
        mails?: (MailDraft | null | undefined | false | '')[]
        cookies?: string[]
      }
    | null
    | undefined
    | false
    | '' = {},
): CommandSuccess<Value> {
  const { answer = null, status = 200, done, audit = [], mails = [], cookies = [] } = what || {}
  return {
    did: answer as Value,
    done,
    status,
    audit: [audit].flat(),
    mails: mails.filter((mail) => typeof mail === 'object' && mail !== null),
    cookies,
  }
}

/** Nothing is written but `more.audit`. @param problems a sentence for each field. */
export function wrong(problems: Readonly<Record<string, string>>, more: { audit?: AuditLine } = {}): CommandRefusal {
  const fields = Object.entries(problems).map(([field, message]) => ({ field, message }))
  return { ...failure('invalid', 'Some of the information is missing or not valid.', { fields }), ...more }
}

/** Nothing is written; the page shows these words. */
export function refusal(title: string, text?: string): CommandRefusal {
  return failure('conflict', title, { details: { outcome: { tone: 'warning', title, ...(text && { text }) } } })
}

/** Of a form that was made before somebody else's change, and carries it from now on. @param title what was not saved, and why. */
export function changedMeanwhile(title: string): CommandRefusal {
  return refusal(title, 'What you typed is still in the form. If you save again, it replaces what is stored now.')
}
