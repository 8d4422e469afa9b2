import type { CredentialFacts } from '@kontor/contract/processors/processor.schemas'
import { Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Instant } from '../platform/value/instant.tsx'
import { WordTag } from '../ui/words/word-tag.tsx'

type Fact = readonly [string, ReactNode]

/** What a list of fields says of a credential: when and by whom it was changed, and what its last test was. */
export function useCredentialFacts({
  changed_at,
  changed_by,
  tested_at,
  test_problem,
}: CredentialFacts): readonly [Fact, Fact] {
  const { t } = useTranslation()
  return [
    [
      t('processors.changed'),
      changed_at && (
        <>
          <Instant value={changed_at} />
          {changed_by && ` · ${changed_by}`}
        </>
      ),
    ],
    [
      t('processors.tested'),
      tested_at && (
        <Group gap="xs">
          <Instant value={tested_at} />
          <WordTag color={test_problem ? 'red' : 'green'}>
            {t(test_problem ? 'processors.fails' : 'processors.works')}
          </WordTag>
        </Group>
      ),
    ],
  ]
}
