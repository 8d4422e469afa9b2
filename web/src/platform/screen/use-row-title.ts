import type { Entity } from '@kontor/contract/entity'
import { titleOfRow } from '../api/related.ts'
import { useRowOfPanel } from '../panel/row-so-far.ts'
import { useLabels } from '../value/labels.ts'

/** "Transactie BLM-1204": the kind and the name of a row, from its list or from what its panel has read. */
export function useRowTitle(entity: Entity, id: string, listed?: { id: string }): string {
  const labels = useLabels()
  const row = useRowOfPanel(entity, id) ?? listed
  return row ? `${labels.entity(entity)} ${titleOfRow({ ...row })}` : labels.entity(entity)
}
