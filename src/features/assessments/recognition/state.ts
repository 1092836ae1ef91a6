import type { ShownClaim } from '#domain/claims.ts'
import type { ShownApplication } from '#features/applications/rules.ts'
import type { CallData } from '#features/assessments/rules.ts'

/** What the pre-approval page is made of: the application of the address and its call, or null where it names none. */
export type PreApprovedData = {
  /** The badge of the first level, where it is claimed. */
  badges: ShownClaim[]
  application: ShownApplication | null
  call: CallData | null
  /** Whether the simulated package checkout is offered: by the demonstration alone. */
  hasPackages: boolean
}
