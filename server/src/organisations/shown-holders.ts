import { entities } from '@kontor/contract/entities'
import type { OrganisationHolder } from '@kontor/contract/organisations/organisation.rules'
import type { ProfileHolder } from '@kontor/contract/organisations/payment-profile.rules'
import { entityRoles, isAllowed, type Requirement } from '@kontor/contract/roles'
import type { Actor } from '../platform/db/actor.ts'

/** A kind of rows in the way of a deletion, with their number for those who may know it. */
interface Shown<H> {
  holder: H
  count?: number
}

/** What is in the way, with the numbers of the kinds that the actor may list. */
export const shownHolders = <H extends OrganisationHolder | ProfileHolder>(
  { roles }: Actor,
  holders: readonly { holder: H; count: number }[],
): Shown<H>[] => holders.map((each) => (isAllowed(listRoleOf(each.holder), roles) ? each : { holder: each.holder }))

/** The same for the details of a refusal. */
export const heldDetails = (shown: readonly Shown<string>[]): Record<string, number | string> =>
  Object.fromEntries(shown.map(({ holder, count }) => [holder, count ?? 'some']))

function listRoleOf(holder: OrganisationHolder | ProfileHolder): Requirement {
  if (holder === 'user') return entityRoles('PLATFORMUSER').list
  return entities.find(({ name }) => name === holder)?.roles.list ?? []
}
