import type { CredentialFacts } from '@kontor/contract/processors/processor.schemas'
import { Group } from '@mantine/core'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Instant } from '../../platform/value/instant.tsx'
import { WordTag } from '../../ui/words/word-tag.tsx'

type Fact = readonly [string, ReactNode]

/**
 * The facts of a credential in a list of fields: when and by whom it was changed, and the outcome of its last test, or since when
 * it waits for one. `since` is when its processor was added.
 */
export function useCredentialFacts(
  { changed_at, changed_by, tested_at, test_problem }: CredentialFacts,
  since: string,
): readonly [Fact, Fact] {
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
      tested_at ? (
        <Group key="tested" gap="xs">
          <Instant value={tested_at} />
          <WordTag color={test_problem ? 'red' : 'green'}>
            {t(test_problem ? 'processors.fails' : 'processors.works')}
          </WordTag>
        </Group>
      ) : (
        <Fragment key="untested">
          {t('processors.not_tested_since')} <Instant value={changed_at ?? since} />
        </Fragment>
      ),
    ],
  ]
}
