import { type CamelSql, camel } from '#database/camel.ts'
import type { RateLimit } from '#database/rate-limit.ts'
import { byPerson, type Change, recordChange } from '#database/record-change.ts'
import type { Transaction } from '#database/sql.ts'
import type { Admin, Permission } from '#domain/permissions.ts'
import type { MailDraft } from '#mail/mail-draft.ts'
import { queueMail } from '#mail/queue-mail.ts'
import { type Access, type Answer, type AnyCommand, answer, type Call, type Endpoint } from '#requests/command.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'
import { honeypotName } from '#ui/honeypot-field.tsx'
import type { Form, Values } from '#wire/define-form.ts'
import { type Failure, failure, isFailure } from '#wire/failure.ts'
import { schemaOf, schemaOfParams } from './form-schema.ts'

/** What a command is carried out with. */
type Given<By extends Access, Of extends Form, Params extends string> = {
  /** What was sent, as its form reads it. */
  input: Values<Of>
  params: Readonly<Record<Params, string>>
  /** The transaction in which all of it is written. */
  sql: CamelSql & { raw: Transaction }
  /** An ISO time in UTC. */
  now: string
  /** Who does it, where it takes a permission. */
  admin: By extends Permission ? Admin : null
  visitor: Visitor
  headers: Headers
  services: Services
}

type AuditLine = Omit<Change, 'actor'>
type Did<Value> = {
  did: Value
  done: string | undefined
  audit: AuditLine[]
  mails: MailDraft[]
  cookies: string[]
}
type Undone = Failure & { audit?: AuditLine | undefined }

/** A command of a page: carried out by a post of one of its forms, and where it is documented by a call. */
export type PageCommand<Value = unknown> = AnyCommand & {
  done: Readonly<Record<string, string>>
  /** Where it leads; to the page itself where it is left out. */
  leadsTo?: ((value: Value) => string) | undefined
}

/**
 * Declares something that a visitor or an admin can do: who may, how often, with what form, and how. What `run` writes, its audit lines and
 * its mails are one transaction, which is undone where it answers `wrong` or `refusal`.
 *
 * @param definition.params what each part of the address has to be; anything else is not found.
 * @param definition.done what the page says once it was done, by the word that the address then carries (`?done=added`); the first unless
 *   `did` names another.
 * @param definition.api its words in the API's document, where it is a call too.
 */
export function command<
  const By extends Access,
  Value,
  Params extends string = never,
  Of extends Form<Readonly<Record<never, never>>> = Form<Readonly<Record<never, never>>>,
  Api extends Pick<Endpoint, 'summary' | 'description' | 'answers' | 'failures'> = never,
>({
  params,
  form,
  api,
  run,
  done = {},
  ...rest
}: {
  permission: By
  form?: Of
  params?: Readonly<Record<Params, (text: string) => boolean>>
  limit?: RateLimit & { when?: string; refusal?: (seconds: number) => string }
  api?: Api
  run: (given: Given<By, Of, Params>) => Promise<Did<Value> | Undone>
  done?: Readonly<Record<string, string>>
  leadsTo?: (value: Value) => string
}): PageCommand<Value> & ([Api] extends [never] ? unknown : Api) {
  const carryOut = async (call: Call<Record<string, string>, never, Values<Of>>) => {
    const { services, admin } = call
    const actor = admin ? byPerson(admin) : ({ kind: 'applicant', name: 'applicant' } as const)
    const given = { ...call, now: services.now().toISOString() }
    const undone = await services.sql
      .begin(async (tx: Transaction) => {
        const outcome = await run({ ...given, sql: camel(tx) } as unknown as Given<By, Of, Params>)
        if (isFailure(outcome)) throw new Undo(outcome)
        // Whatever fills in the hidden field is a program: it is answered like anybody, and nothing stays.
        if (isProgram(call.input)) throw new Undo(answer(outcome.did))
        for (const line of outcome.audit) await recordChange(tx, { actor, ...line })
        for (const mail of outcome.mails) await queueMail(tx, mail, services)
        const { did, done, cookies } = outcome
        return { ...answer(did, { cookies }), done }
      })
      .catch((thrown) => {
        if (thrown instanceof Undo) return thrown
        throw thrown
      })
    if (!(undone instanceof Undo)) return undone
    const { audit, ...why } = undone.why
    if (audit) await recordChange(services.sql, { actor, ...audit })
    return why
  }
  const made = {
    ...rest,
    ...api,
    ...(form && { schema: schemaOf(form) }),
    ...(params && { params: schemaOfParams(params) }),
    done,
    run: carryOut as AnyCommand['run'],
  }
  return made as never
}

class Undo extends Error {
  constructor(readonly why: (Undone | Answer) & { audit?: AuditLine | undefined }) {
    super('A command was undone.')
  }
}

function isProgram(input: unknown): boolean {
  return ((input as Record<string, unknown>)[honeypotName] ?? '') !== ''
}

/**
 * It was done.
 *
 * @param what.answer what a call answers. @param what.done which of the command's words the page says. @param what.cookies `Set-Cookie` lines.
 */
export function did<Value = null>(
  what:
    | {
        answer?: Value
        done?: string
        audit?: AuditLine | AuditLine[]
        mails?: (MailDraft | null | undefined | false | '')[]
        cookies?: string[]
      }
    | null
    | undefined
    | false
    | '' = {},
): Did<Value> {
  const { answer = null, done, audit = [], mails = [], cookies = [] } = what || {}
  return {
    did: answer as Value,
    done,
    audit: [audit].flat(),
    mails: mails.filter((mail) => typeof mail === 'object' && mail !== null),
    cookies,
  }
}

/** Something is wrong with fields of the form: nothing is written but `more.audit`. @param problems a sentence for each. */
export function wrong(problems: Readonly<Record<string, string>>, more: { audit?: AuditLine } = {}): Undone {
  const fields = Object.entries(problems).map(([field, message]) => ({ field, message }))
  return { ...failure('invalid', 'Some of the information is missing or not valid.', { fields }), ...more }
}

/** It cannot be done as things stand: nothing is written. The page says so in these words. */
export function refusal(title: string, text?: string): Undone {
  return failure('conflict', title, { details: { outcome: { tone: 'warning', title, ...(text && { text }) } } })
}
