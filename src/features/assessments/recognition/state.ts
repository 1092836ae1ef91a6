import type { ShownApplication } from '../../applications/rules.ts'
import type { CallData } from '../rules.ts'

/** What the pre-approval page is made of: the application of the address and its call, or null where it names none. */
export type PreApprovedData = {
  application: ShownApplication | null
  call: CallData | null
  /** Whether the simulated package checkout is offered: by the demonstration alone. */
  hasPackages: boolean
}
