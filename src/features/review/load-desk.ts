import { type ApplicationStatus, applicationStatuses } from '../../domain/application-status.ts'
import { isUuid } from '../../domain/is-uuid.ts'
import type { Loader, PageRequest } from '../../page-loader.ts'
import { paths, withQuery } from '../../paths.ts'
import { countApplications, listApplications, type QueueRow } from './queries.ts'
import type { DeskData } from './state.ts'

const pageSize = 25

/** Feeds the desk: applications by status, oldest first. */
export const loadDesk: Loader<DeskData> = async (request) => ({ kind: 'page', data: await desk(request) })

/** What the desk shows, as it stands or after a post. */
export async function desk({ query, visitor, services }: PageRequest): Promise<DeskData> {
  const { sql } = services
  const status = applicationStatuses.find((known) => known === query.get('status')) ?? 'submitted'
  const after = readCursor(query.get('after'))
  // One more than is shown tells whether there is a next page.
  const [rows, counts, admin] = await Promise.all([
    listApplications(sql, status, after?.position ?? null, after?.id ?? null, pageSize + 1),
    countApplications(sql),
    visitor.admin(),
  ])
  const applications = rows.slice(0, pageSize)
  const last = applications.at(-1)
  return {
    name: admin?.name ?? '',
    status,
    counts: Object.fromEntries(
      applicationStatuses.map((known) => [known, counts.find((row) => row.status === known)?.applications ?? 0]),
    ) as Record<ApplicationStatus, number>,
    applications,
    firstHref: after ? deskHref(status) : null,
    nextHref: rows.length > pageSize && last ? withQuery(deskHref(status), { after: cursorOf(last) }) : null,
    passwordChanged: query.get('changed') === 'password',
    passwordProblem: null,
  }
}

function deskHref(status: ApplicationStatus): string {
  return withQuery(paths.admin(), { status: status === 'submitted' ? null : status })
}

function cursorOf({ position, id }: QueueRow): string {
  return Buffer.from(`${position} ${id}`).toString('base64url')
}

/** @returns null for none and for a made-up one, which then is the first page. */
function readCursor(cursor: string | null): { position: string; id: string } | null {
  const text = Buffer.from((cursor ?? '').slice(0, 200), 'base64url').toString()
  const [, position, id] = /^(\d{4}-\d\d-\d\d \d\d:\d\d:\d\d(?:\.\d{1,6})?\+00) (\S{36})$/.exec(text) ?? []
  return position && isUuid(id!) && !Number.isNaN(Date.parse(position)) ? { position, id: id! } : null
}
