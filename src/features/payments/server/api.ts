import { type } from 'arktype'
import { chosenExtras, extras, orderTypes } from '#domain/catalogue.ts'
import { answer, read } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { listOrders, readFunnelApplication } from './queries.ts'

/** Orders of an application, as its order summary shows them. Payment ids stay with us. */
export const ordersByApplication = read({
  permission: 'anyone',
  summary: 'Orders of an application',
  description:
    'Anyone with the link of an application can see its orders. `amountPence` is the amount due after any discount.',
  params: type({ appId: 'string.uuid' }),
  answers: {
    200: type({
      id: 'string.uuid',
      type: type.enumerated(...orderTypes),
      amountPence: 'number.integer',
      status: "'pending' | 'paid' | 'failed' | 'expired' | 'refunded' | 'disputed' | 'cancelled'",
      metadata: { 'engraving?': 'string', 'services?': 'string[]' },
    }).array(),
  },
  failures: { 'not-found': 'There is no such application.' },
  limit: { name: 'orders', points: 120, seconds: 60 },
  async run({ params, services }) {
    const [application] = await readFunnelApplication(services.sql, { applicationId: params.appId })
    if (!application) return failure('not-found', "The application you're looking for doesn't exist.")
    const orders = await listOrders(services.sql, { applicationId: application.id })
    return answer(
      orders.map(({ id, type, amountPence, discountPence, status, metadata }) => ({
        id,
        type,
        amountPence: amountPence - discountPence,
        status,
        metadata: {
          ...(metadata.engraving ? { engraving: metadata.engraving } : {}),
          ...(metadata.services ? { services: chosenExtras(metadata).map((service) => extras[service].label) } : {}),
        },
      })),
    )
  },
})
