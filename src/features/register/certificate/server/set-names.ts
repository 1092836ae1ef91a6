import { dateAndTime, place } from '#domain/when-and-where.ts'
import type { CertificateRow } from './queries.ts'
import { setLine } from './set-line.ts'

export type Names = Awaited<ReturnType<typeof setNames>>

export async function setNames(row: CertificateRow) {
  const organiser = await setLine(oneLine(row.organiser), 'sansBold', 'the organisation named in the register')
  const where = await setLine(oneLine(place(row.venue, row.city)), 'sans', '')
  return {
    title: await setLine(oneLine(row.title), 'serif', `Number ${row.number}`),
    organiser: { ...organiser, text: organisedBy(organiser.text) },
    where: { ...where, text: whenAndWhere(row, where.text) },
  }
}

export function organisedBy(organiser: string): string {
  return `organised by ${oneLine(organiser)}`
}

export function whenAndWhere({ date, time, isPrivate }: CertificateRow, where: string): string {
  return oneLine([dateAndTime({ date, time, isPrivate }), where].filter(Boolean).join(' · '))
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}
