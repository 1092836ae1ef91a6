import { type } from 'arktype'
import { apiPatterns } from '../../../../api-paths.ts'
import { answer, type Endpoint, endpoint } from '../../../../endpoint.ts'
import { leadSchema } from '../schema.ts'
import { leadLimit } from './lead-limit.ts'
import { saveLead } from './save-lead.ts'

const postLead = endpoint({
  method: 'POST',
  path: apiPatterns.quickApplyLead,
  id: 'leaveQuickApplyLead',
  permission: 'anyone',
  summary: 'Leave the details of a qualified company',
  description:
    'Every company qualifies, whatever it answers. The same lead sent again is stored once. Answers are true or false, or yes or no.',
  body: leadSchema,
  answers: { 201: type({ qualified: 'true' }) },
  failures: {},
  limit: leadLimit,
  handle: async ({ body, services }) => {
    await saveLead(services.sql, body)
    return answer({ qualified: true }, { status: 201 })
  },
})

/** Quick qualification. */
export const quickApplyEndpoints: Endpoint[] = [postLead]
