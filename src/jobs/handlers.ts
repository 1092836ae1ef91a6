import type { JobName, JobPayloads } from '../database/add-job.ts'
import type { Services } from '../services.ts'

/** Does a job's work. It runs at least once: running it again must change nothing. */
export type JobHandler<Name extends JobName> = (payload: JobPayloads[Name], services: Services) => Promise<void>

/** Which code does which job. */
export const jobHandlers: { [Name in JobName]: JobHandler<Name> } = {} as never

/** Jobs by the clock (cron, UTC). */
export const jobSchedule: { job: JobName; cron: string }[] = []
