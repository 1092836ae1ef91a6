import { type } from 'arktype'
import { recognitionLevels } from '#domain/recognition-levels.ts'

const ids = recognitionLevels.map(({ id }) => id)
const sentence = 'Choose from the published recognition levels'

export const selectedOptionsSchema = type
  .enumerated(...ids)
  .configure({ sentence })
  .array()
  .atMostLength(ids.length)
  .pipe((chosen) => ids.filter((id) => chosen.includes(id)))
  .configure({ sentence })
  .default(() => [])
