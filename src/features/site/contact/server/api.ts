import { answer, command } from '../../../../command.ts'
import { contactToasts } from '../rules.ts'
import { enquiryAnswer, enquirySchema } from '../schema.ts'
import { receiveEnquiry } from './receive-enquiry.ts'

export const sendEnquiry = command({
  permission: 'anyone',
  summary: 'Send an enquiry',
  description: 'It is stored for the team.',
  schema: enquirySchema,
  answers: { 200: enquiryAnswer },
  failures: { 'too-many': 'Five messages in ten minutes have come from this address.' },
  run: async ({ input, visitor, services }) =>
    (await receiveEnquiry(services, visitor, input)) ??
    answer({ success: true, message: contactToasts.sent.description }),
})
