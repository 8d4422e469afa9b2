import { transaction } from '@kontor/contract/payments/transaction.entity'
import { tagTransactionEndpoint, untagTransactionEndpoint } from '@kontor/contract/payments/transaction-tag.endpoints'
import { tag } from '@kontor/contract/tags/tag.entity'
import { Skeleton } from '@mantine/core'
import { IconTag, IconTagOff } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { useScope } from '../../platform/api/scope.ts'
import type { BulkAction } from '../../platform/list/bulk/bulk.ts'
import { useViewer } from '../../platform/viewer.ts'

const TagChoice = lazy(() => import('../../tags/tag-choice.tsx').then((module) => ({ default: module.TagChoice })))

/** Each merchant has its own tags, so a list of all merchants' payments offers no tag action. */
export function useTagActions(): readonly BulkAction[] {
  const { t } = useTranslation()
  const { psp } = useViewer()
  const { merchant } = useScope()
  if (psp && !merchant) return []
  const roles = [transaction.roles.update, tag.roles.list]
  const ask: BulkAction['ask'] = (choose) => (
    <Suspense fallback={<Skeleton height={160} />}>
      <TagChoice onChoose={(id) => choose({ tag: id })} />
    </Suspense>
  )
  const icon = { size: 16, 'aria-hidden': true } as const
  return [
    {
      name: 'tag',
      label: t('tags.add'),
      icon: <IconTag {...icon} />,
      endpoint: tagTransactionEndpoint,
      roles,
      ask,
    },
    {
      name: 'untag',
      label: t('tags.remove'),
      icon: <IconTagOff {...icon} />,
      endpoint: untagTransactionEndpoint,
      roles,
      ask,
    },
  ]
}
