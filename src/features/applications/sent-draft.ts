import { pickFields } from '#domain/pick-fields.ts'
import { type Draft, eventFields, organisationFields, peopleOf } from './rules.ts'

// What is sent of a draft. Apart from its rules, so that the applicant's pages do not load it.

export function organisationOf(draft: Draft) {
  return pickFields(draft, ...organisationFields)
}

/** As the call takes it: what is empty is left to its default. */
export function eventDraftOf(draft: Draft) {
  const { capacity, latitude, longitude, eventType, category, ...texts } = pickFields(draft, ...eventFields)
  return {
    ...texts,
    ...(eventType ? { eventType } : {}),
    ...(category ? { category } : {}),
    ...(capacity.trim() ? { capacity: peopleOf(capacity) } : {}),
    latitude: latitude ? Number(latitude) : null,
    longitude: longitude ? Number(longitude) : null,
  }
}
