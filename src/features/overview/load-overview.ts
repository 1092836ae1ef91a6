import { deskPaths } from '../../desk-paths.ts'
import type { Duty } from '../../domain/duties.ts'
import { londonDateOf } from '../../domain/london-time.ts'
import type { Loader } from '../../page-loader.ts'
import { paths } from '../../paths.ts'
import { countWaiting, type WaitingRow } from './queries.ts'
import type { OverviewData, Waiting } from './state.ts'

/** Feeds the desk's front page: what waits, of what this person's duties cover. */
export const loadOverview: Loader<OverviewData> = async ({ visitor, services }) => {
  const [row] = await countWaiting(services.sql)
  const waiting: Waiting[] = []
  for (const { duty, of } of kinds) if (await visitor.holds(duty)) waiting.push(of(row!))
  return { kind: 'page', data: { waiting } }
}

const kinds: { duty: Duty; of: (row: WaitingRow) => Waiting }[] = [
  {
    duty: 'review',
    of: ({ applications, oldest_application: oldest }) => ({
      label: 'Applications to decide',
      count: applications,
      href: deskPaths.queue(),
      note: oldest && `The oldest came in on ${londonDateOf(oldest)}`,
    }),
  },
  {
    duty: 'mail',
    of: ({ failed_mails: count }) => ({
      label: 'Emails that were not sent',
      count,
      href: paths.mailbox({ state: 'failed' }),
      note: null,
    }),
  },
]
