import type { z } from 'zod'
import { defineEndpoint } from './endpoint.ts'
import type { Entity, Row } from './entity.ts'
import type { ListQuery } from './lists/list-query.ts'
import type { CurrencyTotals } from './lists/totals.ts'
import type { History } from './platform/history.ts'

/** Filters and order belong to the entity: `listParameters` describes them, `parseListQuery` reads them. */
export type EntityQuery = z.ZodType<ListQuery, Readonly<Record<string, string | readonly string[] | undefined>>>

/** The reading endpoints of every entity: the list, its count and totals, an export file, one row, and its changes. */
export function entityEndpoints<E extends Entity>(entity: E) {
  const words = entity.name.replaceAll('_', ' ')
  const name = entity.name.replaceAll('_', '-')
  const base = `/v1/${entity.resource}`
  // The lists of the provider too can be narrowed to one merchant.
  const { module } = entity
  const reading = {
    ...({ method: 'GET', area: entity.name, access: entity.roles.list, of: 'merchant' } as const),
    ...(module && { module }),
  }
  return {
    list: defineEndpoint<{ query: EntityQuery; reply: z.ZodType<Row<E>[]> }>()({
      ...reading,
      name: `list-${name}`,
      path: base,
      summary: `List ${words}`,
    }),
    count: defineEndpoint<{ query: EntityQuery; reply: z.ZodType<{ count: number }> }>()({
      ...reading,
      name: `count-${name}`,
      path: `${base}/count`,
      summary: `Count ${words}`,
    }),
    totals: defineEndpoint<{ query: EntityQuery; reply: z.ZodType<CurrencyTotals[]> }>()({
      ...reading,
      name: `total-${name}`,
      path: `${base}/totals`,
      summary: `List the totals of ${words} per currency`,
    }),
    export: defineEndpoint<{ query: EntityQuery }>()({
      ...reading,
      name: `export-${name}`,
      path: `${base}/export`,
      summary: `Export ${words}`,
      gives: 'file',
    }),
    get: defineEndpoint<{ query: EntityQuery; reply: z.ZodType<Row<E>> }>()({
      ...reading,
      name: `get-${name}`,
      path: `${base}/:id`,
      summary: `Get ${words}`,
      access: entity.roles.get ?? entity.roles.list,
    }),
    history: defineEndpoint<{ reply: z.ZodType<History> }>()({
      ...reading,
      name: `history-of-${name}`,
      path: `${base}/:id/history`,
      summary: `List the changes of ${words}, newest first`,
      description: 'At most 500. Secrets are named, and their values are not shown.',
      access: entity.roles.update,
    }),
  }
}
