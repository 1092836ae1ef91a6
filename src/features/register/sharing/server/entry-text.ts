import { assuranceLevels } from '../../../../domain/assurance.ts'
import { londonDateOf } from '../../../../domain/london-time.ts'
import { registerStatuses } from '../../../../domain/register-status.ts'
import { dateAndTime, place } from '../../rules.ts'
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

/** Text inside an XML element or a quoted attribute. What XML 1.0 cannot hold at all (section 2.2) is left out. */
export function xmlText(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;')
}
