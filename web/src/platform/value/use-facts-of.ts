import type { Entity } from '@kontor/contract/entity'
import { useCallback } from 'react'
import { factsOfRow } from '../api/related.ts'
import { useGateways } from './use-gateways.tsx'

/** The facts of a row of the entity (`factsOfRow`), with the name of its gateway that people read. */
export function useFactsOf(entity: Entity): (row: Readonly<Record<string, unknown>>) => string {
  const gateways = useGateways({ enabled: 'gateway' in entity.fields })
  return useCallback(
    (row) => {
      const known = gateways?.find(({ name }) => name === row['gateway'])
      return factsOfRow(known ? { ...row, gateway: known.label } : row)
    },
    [gateways],
  )
}
