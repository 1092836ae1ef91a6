import { apiPatterns } from '../../../../api-paths.ts'
import { answer, type Endpoint, endpoint } from '../../../../endpoint.ts'
import { contactToasts } from '../rules.ts'
import { enquiryAnswer, enquirySchema } from '../schema.ts'
import { receiveEnquiry } from './receive-enquiry.ts'

export const contactEndpoints: Endpoint[] = [
  endpoint({
    method: 'POST',
    path: apiPatterns.contact,
    id: 'sendEnquiry',
    permission: 'anyone',
    summary: 'Send an enquiry',
    description: 'It is stored for the team.',
    body: enquirySchema,
    answers: { 200: enquiryAnswer },
    failures: { 'too-many': 'Five messages in ten minutes have come from this address.' },
    handle: async ({ body, visitor, services }) =>
      (await receiveEnquiry(services, visitor, body)) ??
      answer({ success: true, message: contactToasts.sent.description }),
  }),
]
