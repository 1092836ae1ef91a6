import { chosenExtras, extras } from '#domain/catalogue.ts'
import { applicationParams, ordersSchema } from '#features/payments/schema.ts'
import { answer, read } from '#requests/command.ts'
import { failure } from '#wire/failure.ts'
import { listOrders, readFunnelApplication } from './queries.ts'

/** Orders of an application, as its order summary shows them. Payment ids stay with us. */
export const ordersByApplication = read({
  permission: 'anyone',
  summary: 'Orders of an application',
  description:
    'Anyone with the link of an application can see its orders. `amountPence` is the amount due after any discount.',
  params: applicationParams,
  answers: { 200: ordersSchema },
  failures: { 'not-found': 'There is no such application.' },
  limit: { name: 'orders', points: 120, seconds: 60 },
  async run({ params, services }) {
    const [application] = await readFunnelApplication(services.sql, { applicationId: params.appId })
    if (!application) return failure('not-found', "The application you're looking for doesn't exist.")
    const orders = await listOrders(services.sql, { applicationId: application.id })
    return answer(
      orders.map(({ id, type, amountPence, status, metadata }) => ({
        id,
        type,
        amountPence,
        status,
        metadata: {
          ...(metadata.engraving ? { engraving: metadata.engraving } : {}),
          ...(metadata.services ? { services: chosenExtras(metadata).map((service) => extras[service].label) } : {}),
        },
      })),
    )
  },
})
