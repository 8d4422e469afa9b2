import type { Processor } from '@kontor/contract/processors/processor.entity'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { Found } from '../editor/finding.ts'
import { type Draft, isDraftBranch } from '../editor/tree-edit.ts'
import { keyOf } from '../editor/tree-rows.ts'
import type { TreeNames } from '../editor/tree-words.ts'

interface Checked {
  now: Draft
  of: string | undefined
  product: string
  processors: readonly Processor[]
  known: TreeNames
}

/** What can be said about a tree before it is saved. */
export function useChecks({ now, processors, known }: Checked): readonly Found[] {
  const { t } = useTranslation()
  return useMemo(() => {
    const endsOf = (node: Draft, path: readonly ('then' | 'else')[]): [string, string][] =>
      isDraftBranch(node)
        ? [...endsOf(node.then, [...path, 'then']), ...endsOf(node.else, [...path, 'else'])]
        : typeof node === 'string'
          ? [[keyOf(path), node]]
          : []
    return endsOf(now, []).flatMap(([place, id]) => {
      const processor = processors.find((each) => each.id === id)
      return processor && !processor.active
        ? [
            {
              id: `inactive ${place}`,
              place,
              level: 'error' as const,
              text: t('routings.found.processor_inactive', { name: known.names[id] }),
            },
          ]
        : []
    })
  }, [now, processors, known, t])
}
