import { type } from 'arktype'
import { answer, command } from '../../../../command.ts'
import { leadSchema } from '../schema.ts'
import { leadLimit } from './lead-limit.ts'
import { saveLead } from './save-lead.ts'

export const leaveQuickApplyLead = command({
  permission: 'anyone',
  summary: 'Leave the details of a qualified company',
  description:
    'Every company qualifies, whatever it answers. The same lead sent again is stored once. Answers are true or false, or yes or no.',
  schema: leadSchema,
  answers: { 201: type({ qualified: 'true' }) },
  failures: {},
  limit: leadLimit,
  run: async ({ input, services }) => {
    await saveLead(services.sql, input)
    return answer({ qualified: true }, { status: 201 })
  },
})
