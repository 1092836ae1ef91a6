import { type } from 'arktype'
import type { CamelSql } from '#database/camel.ts'
import { appealableFrom } from '#domain/appeals.ts'
import type { ApplicationFacts } from '#domain/application-facts.ts'
import { applicationState } from '#domain/application-state.ts'
import { levelOf, type PossibleLevel } from '#domain/assurance.ts'
import type { Instant } from '#domain/formats.ts'
import { isUuid } from '#domain/is-uuid.ts'
import { londonDay } from '#domain/london-time.ts'
import { pickFields } from '#domain/pick-fields.ts'
import { heldDraft } from '#features/applications/draft/server/save-draft.ts'
import { readDraft } from '#features/applications/rules.ts'
import { confirmAddress } from '#mail/confirm-address.ts'
import { isToken, tokenHash } from '#mail/link-token.ts'
import { command, did, outsideCommand } from '#page/command.ts'
import { page, redirect } from '#page/page.ts'
import { href } from '#pages.ts'
import { draftCookie, noOwnershipCookie, ownershipDays, readDraftId, readOwnership } from '#requests/ownership.ts'
import { failure } from '#wire/failure.ts'
import { perVisitor, sendAccessLinks, sendDraftLink } from './server/create-access-link.ts'

/** The answer is the same whether or not there is such an application. */
const askForLinks = outsideCommand({
  permission: 'anyone',
  schema: type({ application_id: 'string = ""', email: 'string = ""' }),
  limit: perVisitor,
  run: async ({ input: { application_id: applicationId, email }, services }) => {
    await sendAccessLinks(services, isUuid(applicationId) ? { applicationId } : { email: email.trim() })
    return did()
  },
  leadsTo: () => href('access', { sent: true }),
})

export const access = page('access', {
  commands: { ask: askForLinks },
  load: async ({ query, refused }) => ({
    isSent: !refused && query.has('sent'),
    /** Seconds. */
    wait: refused?.retryAfter ?? null,
  }),
})

type LinkAim =
  | { applicationId: string; organisationId: string; draftId: null }
  | { applicationId: null; organisationId: null; draftId: string }

const findAccessLink = (sql: CamelSql, { token }: { token: string }) => sql<
  (LinkAim & {
    draftEmail: string | null
    /** It led to a draft that is an application now. */
    wasDraft: boolean
    usedAt: string | null
    expiresAt: string
  })[]
>`
  select l.application_id, a.organisation_id, l.draft_id, d.answers ->> 'email' as draft_email, l.was_draft,
    l.used_at, l.expires_at
  from access_links as l
  left join applications as a on a.id = l.application_id
  left join application_drafts as d on d.id = l.draft_id
  where l.token_hash = decode(${tokenHash(token)}::text, 'hex')`

function continuationOf({ applicationId }: LinkAim): string {
  return applicationId === null ? href('apply', { continue: true }) : href('myApplication', { appId: applicationId })
}

/** Uses a link up, which confirms the address that it was emailed to, and gives this browser what it leads to. */
const open = command({
  permission: 'anyone',
  params: { token: isToken },
  run: async ({ params: { token }, sql, now, headers, visitor, services }) => {
    // Links of earlier releases have no address.
    const [opened] = await sql<(LinkAim & { email: string | null })[]>`
      with spent as (
        update access_links set used_at = ${now}::timestamptz
        where token_hash = decode(${tokenHash(token)}::text, 'hex') and used_at is null and expires_at > ${now}::timestamptz
        returning application_id, draft_id, email
      ), renewed as (
        update application_drafts set submission_key = gen_random_uuid() where id = (select draft_id from spent)
      )
      select s.application_id, s.draft_id, s.email, a.organisation_id
      from spent as s
      left join applications as a on a.id = s.application_id`
    // The page itself says whether this browser or another has used it.
    if (!opened) return failure('not-found', 'This link cannot be used.')
    if (opened.email) await confirmAddress(sql.raw, opened.email, new Date(now))
    const cookie = opened.draftId
      ? draftCookie(headers.get('cookie') ?? '', opened.draftId, services)
      : await visitor.ownershipCookie([opened.organisationId!, opened.applicationId!])
    return did({ answer: opened, cookies: [cookie] })
  },
  leadsTo: continuationOf,
})

/** The answer does not tell whether the link led anywhere, or whether the address has had enough emails. */
const renew = outsideCommand({
  permission: 'anyone',
  params: { token: () => true },
  limit: perVisitor,
  run: async ({ params, sql, services }) => {
    const [link] = await findAccessLink(sql, params)
    if (link?.draftId && link.draftEmail)
      await sendDraftLink(services, { draftId: link.draftId, email: link.draftEmail.trim() })
    else await sendAccessLinks(services, link?.applicationId ? { applicationId: link.applicationId } : null)
    return did()
  },
  leadsTo: () => href('access', { sent: true }),
})

const linkStatuses = { usable: 200, sent: 410, used: 410, expired: 410, unknown: 404 }

/** Looking uses nothing up, because mail scanners follow links; the button does. */
export const accessLink = page('accessLink', {
  commands: { open, renew },
  load: async ({ params: { token }, headers, visitor, sql, now, services, refused }) => {
    const [link] = await findAccessLink(sql, { token })
    const has =
      link?.applicationId === null
        ? readDraftId(headers.get('cookie') ?? '', services) === link.draftId
        : link && (await visitor.isOwnerOf(link.applicationId))
    if (link && has) return redirect(continuationOf(link))
    const kind = !link
      ? ('unknown' as const)
      : link.wasDraft
        ? ('sent' as const)
        : link.usedAt
          ? ('used' as const)
          : new Date(link.expiresAt) <= new Date(now)
            ? ('expired' as const)
            : ('usable' as const)
    const wait = kind === 'usable' ? null : (refused?.retryAfter ?? null)
    return { kind, token, isDraft: link?.draftId != null, wait }
  },
  status: ({ kind, wait }) => (wait === null ? linkStatuses[kind] : 429),
})

const dayMs = 24 * 60 * 60 * 1000

/** Also where its cookie was copied: only a link by email brings the applications back. */
const forget = command({
  permission: 'anyone',
  run: async ({ sql, now, headers, services }) => {
    const ownership = readOwnership(headers.get('cookie') ?? '', services)
    if (ownership) {
      const oldestCookie = new Date(new Date(now).getTime() - (ownershipDays + 1) * dayMs).toISOString()
      await sql`
        with outlived as (
          delete from forgotten_browsers where forgotten_at < ${oldestCookie}::timestamptz
        )
        insert into forgotten_browsers (id, forgotten_at) values (${ownership.browser}::uuid, ${now}::timestamptz)
        on conflict (id) do nothing`
    }
    return did({ cookies: [noOwnershipCookie(services)] })
  },
  leadsTo: () => href('myApplications', { forgotten: true }),
})

export const myApplications = page('myApplications', {
  commands: { forget },
  load: async ({ visitor, query, headers, sql, services }) => {
    const { brand, now } = services
    const applicationIds = [...(await visitor.owned())].filter(isUuid)
    const appealableSince = appealableFrom(now()).toISOString()
    const rows =
      applicationIds.length > 0
        ? await sql<
            (ApplicationFacts &
              PossibleLevel & {
                id: string
                reference: string
                title: string | null
                submittedAt: Instant
                organisation: string
                slug: string | null
                /** There is a decision that can be appealed against, or an appeal. */
                hasAppeal: boolean
              })[]
          >`
            select a.id, a.reference, a.event_draft ->> 'title' as title, a.submitted_at, o.name as organisation, e.slug, e.assurance,
              e.assured_on,
              f.status, f.is_withdrawn, f.is_listing_paid, f.is_waiting, f.is_checkout_closed, f.register_status,
              f.assessment, f.event_day, f.lapsed_on,
              exists (select from appeals as p where p.application_id = a.id) or exists (
                select from appealable_decisions as v
                where v.application_id = a.id and v.decided_at > ${appealableSince}::timestamptz) as has_appeal
            from applications as a
            join application_facts as f on f.application_id = a.id
            join organisations as o on o.id = a.organisation_id
            left join register_entries as e on e.application_id = a.id
            where a.id = any(${applicationIds}::uuid[])
            order by a.submitted_at desc, a.id`
        : []
    const draft = await heldDraft(services, readDraftId(headers.get('cookie') ?? '', services))
    return {
      /** Its title is empty before it has one. */
      unfinished: draft && { title: readDraft(draft.answers).title, savedAt: draft.savedAt },
      isForgotten: query.has('forgotten'),
      applications: rows.map((row) => {
        const shown = pickFields(row, 'id', 'reference', 'organisation', 'status', 'submittedAt', 'slug', 'hasAppeal')
        const state = applicationState(row, brand.accreditAfter, londonDay(now()))
        return { ...shown, title: row.title || row.reference, level: levelOf(row), state }
      }),
    }
  },
})
