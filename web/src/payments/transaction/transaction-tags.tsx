import { transaction } from '@kontor/contract/payments/transaction.entity'
import { tagTransactionEndpoint, untagTransactionEndpoint } from '@kontor/contract/payments/transaction-tag.endpoints'
import { tag } from '@kontor/contract/tags/tag.entity'
import { ActionIcon, CloseButton, Popover, Skeleton, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { useCommand } from '../../platform/api/use-command.ts'
import { useMay } from '../../platform/viewer.ts'
import tagChip from '../../tags/tag-chip.module.css'
import { TagChip, TagChips } from '../../tags/tag-chip.tsx'
import type { TransactionRow } from '../rows.ts'
import styles from './transaction-tags.module.css'

const TagChoice = lazy(() => import('../../tags/tag-choice.tsx').then((module) => ({ default: module.TagChoice })))

/** The tags of a payment. Viewers who may change payments add and remove them here. */
export function TransactionTags({ row }: { row: TransactionRow }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const mayChange = useMay(transaction.roles.update)
  const mayChoose = useMay(tag.roles.list)
  const [isOpen, setOpen] = useState(false)
  const add = useCommand(tagTransactionEndpoint)
  const remove = useCommand(untagTransactionEndpoint)
  const refusal = add.refusal ?? remove.refusal
  if (!mayChange) return <TagChips tags={row.tags} />

  async function put(id: string) {
    setOpen(false)
    await add.submit({ id: row.id }, { tag: id })
  }
  return (
    <span className={tagChip.chips} aria-busy={add.isBusy || remove.isBusy}>
      {row.tags.map((each) =>
        typeof each === 'string' ? null : (
          <span key={each.id} className={styles.removable}>
            <TagChip tag={each} />
            <CloseButton
              size={20}
              iconSize={12}
              aria-label={t('tags.remove_one', { text: each.text })}
              onClick={() => void remove.submit({ id: row.id }, { tag: each.id })}
            />
          </span>
        ),
      )}
      {mayChoose && (
        <Popover
          opened={isOpen}
          onChange={setOpen}
          position="bottom-start"
          width={260}
          trapFocus
          returnFocus
          withinPortal
        >
          <Popover.Target>
            <ActionIcon
              size={24}
              variant="default"
              aria-label={t('tags.add')}
              title={t('tags.add')}
              onClick={() => setOpen(!isOpen)}
            >
              <IconPlus size={14} />
            </ActionIcon>
          </Popover.Target>
          <Popover.Dropdown aria-label={t('tags.add')}>
            <Suspense fallback={<Skeleton height={160} />}>
              <TagChoice merchant={row.merchant} onChoose={(id) => void put(id)} />
            </Suspense>
          </Popover.Dropdown>
        </Popover>
      )}
      {refusal && (
        <Text size="sm" c="red" role="alert">
          {textOf(refusal)}
        </Text>
      )}
    </span>
  )
}
