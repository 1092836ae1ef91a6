/** Where a job of the queue stands; what is done is gone from it. */
export const jobStates = ['failed', 'retrying', 'running', 'waiting'] as const
export type JobState = (typeof jobStates)[number]

export const jobStateWords: Record<JobState, { label: string; tone: 'danger' | 'warning' | 'accredited' | 'neutral' }> =
  {
    failed: { label: 'Failed', tone: 'danger' },
    retrying: { label: 'Tried again', tone: 'warning' },
    running: { label: 'Running', tone: 'accredited' },
    waiting: { label: 'Waiting', tone: 'neutral' },
  }
