import { answer, command } from '../../../../command.ts'
import { press } from '../content.ts'
import { subscriptionAnswer, subscriptionSchema } from '../schema.ts'
import { requestSubscription } from './request-subscription.ts'

export const subscribeToPress = command({
  permission: 'anyone',
  summary: 'Ask for press releases by email',
  description:
    'Mails a link that confirms the subscription. The answer is the same whether or not the address is subscribed.',
  schema: subscriptionSchema,
  answers: { 200: subscriptionAnswer },
  failures: { 'too-many': 'Five requests in ten minutes have come from this address.' },
  run: async ({ input, visitor, services }) =>
    (await requestSubscription(services, visitor, input)) ??
    answer({ success: true, message: press.subscription.asked.text }),
})
