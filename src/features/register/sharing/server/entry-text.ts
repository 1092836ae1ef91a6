import { assuranceLevels } from '#domain/assurance.ts'
import { londonDateOf } from '#domain/london-time.ts'
import { isAccredited, registerStatuses } from '#domain/register-status.ts'
import { dateAndTime, place } from '#domain/when-and-where.ts'
import { href } from '#pages.ts'
import type { NewsItem } from '#requests/news-feed.ts'
import type { SharedRow } from './queries.ts'

/** An entry in plain words, a line each: when, where, by whom, its status, then its description. */
export function entryText(row: SharedRow): string {
  return [
    row.isDemo && 'Demonstration: this entry is invented.',
    dateAndTime({ date: row.date, time: row.time, isPrivate: row.isPrivate }),
    place(row.venue, row.city),
    row.organiser && `Organised by ${row.organiser}`,
    `${registerStatuses[row.status].sentence} Entry ${row.number}.`,
    `How far it was checked: ${checkedWords(row)}`,
    row.description && `\n${row.description}`,
  ]
    .filter(Boolean)
    .join('\n')
}

/** 'Assessed, Thursday 6 May 2027. Every criterion was …' */
function checkedWords({ assurance, assuredOn }: SharedRow): string {
  const { label, sentence } = assuranceLevels[assurance]
  return `${label}${assuredOn ? `, ${londonDateOf(assuredOn)}` : ''}. ${sentence}`
}

/** A new entry of the register. */
export function entryNews(row: SharedRow): NewsItem {
  return {
    id: `urn:uuid:${row.id}`,
    href: href('event', { slug: row.slug }),
    title: row.title,
    text: entryText(row),
    publishedAt: row.publishedAt,
    changedAt: row.updatedAt,
    category: row.category,
    author: row.organiser,
    register: {
      status: row.status,
      accredited: isAccredited(row.status),
      assurance: row.assurance,
      assuredOn: row.assuredOn,
      nextReviewOn: row.nextReviewOn,
    },
  }
}
