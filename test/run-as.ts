import { type Admin, carries } from '#domain/permissions.ts'
import type { AnyCommand } from '#requests/command.ts'
import { runForPage } from '#requests/run-command.ts'
import type { Services } from '#requests/services.ts'
import type { Visitor } from '#requests/visitor.ts'

/** A command as this person of the admin area sends it. */
export function runAs<Command extends AnyCommand>(
  admin: Admin,
  services: Services,
  command: Command,
  value: Record<string, unknown>,
  params: Record<string, string> = {},
) {
  const visitor: Visitor = {
    address: 'test',
    owned: async () => new Set(),
    isOwnerOf: async () => false,
    ownershipCookie: async () => '',
    admin: async () => admin,
    holds: async (permission) => carries(admin.roles, permission),
  }
  return runForPage(command, { params, headers: new Headers(), visitor, services }, value)
}
