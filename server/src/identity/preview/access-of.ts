import { isAction } from '@kontor/contract/descriptions/action-descriptions'
import type { Endpoint } from '@kontor/contract/endpoint'
import { endpoints } from '@kontor/contract/endpoints'
import { entities } from '@kontor/contract/entities'
import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import type { AccessOf } from '@kontor/contract/identity/preview/access-preview.schemas'
import { parseListQuery } from '@kontor/contract/lists/list-query'
import { sql } from 'kysely'
import pg from 'pg'
import type { Actor } from '../../platform/db/actor.ts'
import { type Databases, inTransaction } from '../../platform/db/database.ts'
import { mayCall } from '../../platform/http/endpoint.ts'
import { countOf } from '../../platform/http/entity-routes.ts'
import type { Services } from '../../platform/http/services.ts'
import type { Source } from '../../platform/rows/list.ts'

export type House = Pick<Services, 'databases' | 'sources' | 'quickCount' | 'modules'>

/** Milliseconds that one list may take, and all of them together. */
const ofOne_ms = 1_000
const ofAll_ms = 5_000

type CountedList = AccessOf['lists'][number]

/**
 * What a person may do and see, by the checks and the SQL of real requests. The caller gets no count of a list that the
 * caller may not open; the person's part of a merchant is never more than the caller's.
 */
export async function accessOf(house: House, caller: Actor, person: Actor): Promise<AccessOf> {
  const end = performance.now() + ofAll_ms
  // An endpoint of a part that the installation lacks has no address, so no request gets as far as its roles.
  const mayAsk = (asked: Endpoint) =>
    (asked.module === undefined || house.modules.includes(asked.module)) && mayCall(person, asked)
  const lists: CountedList[] = []
  for (const entity of entities) {
    const { list } = entityEndpoints(entity)
    const source = house.sources[entity.name]
    if (!source || !mayAsk(list)) continue
    lists.push(
      mayCall(caller, list)
        ? await counted(house, source, person, end - performance.now())
        : { entity: entity.name, count: null, state: 'hidden' },
    )
  }
  const { merchant } = person.scope
  return {
    psp: person.psp,
    roles: [...person.roles],
    merchant,
    organisation: person.scope.merchant === null ? null : (person.scope.below.at(-1) ?? merchant),
    modules: house.modules.filter((module) => !person.lacks?.includes(module)),
    actions: endpoints.filter((endpoint) => isAction(endpoint) && mayAsk(endpoint)).map(({ name }) => name),
    lists,
  }
}

async function counted(house: House, source: Source, person: Actor, left_ms: number): Promise<CountedList> {
  const entity = source.entity.name
  const slow = { entity, count: null, state: 'slow' } as const
  if (left_ms <= 0) return slow
  try {
    return { entity, count: await countedWithin(house, source, person, Math.min(left_ms, ofOne_ms)), state: 'counted' }
  } catch (error) {
    if (isCutOff(error)) return slow
    throw error
  }
}

function countedWithin(house: House, source: Source, person: Actor, most_ms: number): Promise<number> {
  const query = parseListQuery(source.entity, {})
  if ('details' in query) throw new TypeError(`${source.entity.name}: a list needs no filter`)
  return within(house.databases, person, source, most_ms, (trx) => countOf(house, source, trx, person, query.query))
}

const within = <T>(
  databases: Databases,
  person: Actor,
  { as }: Source,
  most_ms: number,
  work: Parameters<typeof inTransaction<T>>[2],
): Promise<T> =>
  inTransaction(
    databases,
    person,
    async (trx) => {
      await sql`select set_config('statement_timeout', ${String(Math.ceil(most_ms))}, true)`.execute(trx)
      return work(trx)
    },
    { as },
  )

/** True for a statement that took longer than its limit. */
const isCutOff = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === '57014'
