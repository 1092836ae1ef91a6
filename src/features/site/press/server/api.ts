import { apiPatterns } from '../../../../api-paths.ts'
import { answer, type Endpoint, endpoint } from '../../../../endpoint.ts'
import { press } from '../content.ts'
import { subscriptionAnswer, subscriptionSchema } from '../schema.ts'
import { requestSubscription } from './request-subscription.ts'

export const pressEndpoints: Endpoint[] = [
  endpoint({
    method: 'POST',
    path: apiPatterns.pressSubscriptions,
    id: 'subscribeToPress',
    permission: 'anyone',
    summary: 'Ask for press releases by email',
    description:
      'Mails a link that confirms the subscription. The answer is the same whether or not the address is subscribed.',
    body: subscriptionSchema,
    answers: { 200: subscriptionAnswer },
    failures: { 'too-many': 'Five requests in ten minutes have come from this address.' },
    handle: async ({ body, visitor, services }) =>
      (await requestSubscription(services, visitor, body)) ??
      answer({ success: true, message: press.subscription.asked.text }),
  }),
]
