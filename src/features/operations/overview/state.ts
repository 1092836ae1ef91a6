import type { RegisterStatus } from '#domain/register-status.ts'
import type { Late } from '#wire/late.ts'
import type { Period } from './rules.ts'
import type { DecisionsRow, FunnelRow, RevenueRow } from './server/queries.ts'

/** One thing that waits for somebody with a permission that this person has. */
export type Waiting = { label: string; count: number; href: string; note: string | null }

/** Counts over whole tables, which the page does not wait for. */
export type OverviewData = { waiting: Waiting[]; period: Period; hasPeriod: boolean; pictures: Late<Pictures> }

/** What the pictures show; null for what this person's permissions do not cover. */
export type Pictures = {
  funnel: FunnelRow | null
  /** A CDN answers for us: opened pages are those that reached the site. */
  isBehindCdn: boolean
  decisions: { span: 'day' | 'week'; rows: DecisionsRow[]; median: number | null; count: number } | null
  revenue: RevenueRow[] | null
  register: { status: RegisterStatus; entries: number }[] | null
}
