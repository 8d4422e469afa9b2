import type { RoutingWithTree, routing } from '@kontor/contract/decisions/routings/routing.entity'
import type { Populated } from '@kontor/contract/entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import type { Processor } from '@kontor/contract/processors/processor.entity'
import { distinctTitles, type Related } from '../../platform/api/related.ts'

/** A routing with its organisation and its processors, as far as the viewer may see them. */
export type RoutingRow = Populated<
  typeof routing,
  { organisation: Related<Organisation>; processors: Related<Processor>[] }
>
export type WholeRouting = RoutingRow & Pick<RoutingWithTree, 'details'>

export const populate: readonly string[] = ['organisation', 'processors']

/** The names of the processors by id, as far as the viewer may see them. Two of one name say their accounts too. */
export const namesOf = (processors: readonly Related<{ id: string; name: string }>[]): Record<string, string> =>
  Object.fromEntries(distinctTitles(processors.filter((each) => typeof each !== 'string')))
