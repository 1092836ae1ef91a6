import type { JobName, JobPayloads } from '../database/add-job.ts'
import { resumeMails, sendMail } from '../features/mail/send-mail.ts'
import type { Services } from '../services.ts'

/** Does a job's work. It runs at least once: running it again must change nothing. */
export type JobHandler<Name extends JobName> = (payload: JobPayloads[Name], services: Services) => Promise<void>

/** Which code does which job. */
export const jobHandlers = {
  'send-mail': sendMail,
  'resume-mails': resumeMails,
} as unknown as { [Name in JobName]: JobHandler<Name> }

/** Jobs by the clock (cron, UTC). */
export const jobSchedule: { job: JobName; cron: string }[] = [{ job: 'resume-mails', cron: '*/5 * * * *' }]
