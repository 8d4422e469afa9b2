import { customer } from '@kontor/contract/customers/customer.entity'
import { transaction } from '@kontor/contract/payments/transaction.entity'
import { isUuid } from '@kontor/contract/uuid'
import { NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMay } from '../../platform/viewer.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import type { TransactionRow } from '../rows.ts'
import styles from './find-transaction.module.css'
import { FoundTransaction } from './found-transaction.tsx'

// The search fields of specification 000, sections 7 and 9.
const searchFields = ['merchant_reference', 'id', 'customer'] as const
type SearchField = (typeof searchFields)[number]
const debounce_ms = 200
const limit = '25'

/**
 * Finds a transaction by its reference, its id or its customer: name, number or id, and e-mail address for whoever may
 * read customers.
 */
export function FindTransaction({ onFound }: { onFound: (row: TransactionRow) => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [by, setBy] = useState<SearchField>('merchant_reference')
  const [typed, setTyped] = useState('')
  const [text] = useDebouncedValue(typed.trim(), debounce_ms)
  const isWrongId = by === 'id' && text !== '' && !isUuid(text)
  return (
    <Stack gap="sm">
      <div className={styles.by}>
        <NativeSelect
          label={t('list.search_in')}
          value={by}
          onChange={(event) =>
            setBy(searchFields.find((field) => field === event.currentTarget.value) ?? 'merchant_reference')
          }
          data={searchFields.map((value) => ({ value, label: labels.field(transaction, value) }))}
        />
        <TextInput
          flex={1}
          label={t('payments.find_text')}
          leftSection={<IconSearch size={16} aria-hidden="true" />}
          type="search"
          autoComplete="off"
          data-autofocus
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={isWrongId ? t('payments.find_whole_id') : null}
        />
      </div>
      {text === '' || isWrongId ? <Hint by={by} /> : <Found by={by} text={text} onFound={onFound} />}
    </Stack>
  )
}

function useHint(by: SearchField): string {
  const { t } = useTranslation()
  const mayReadCustomers = useMay(customer.roles.list)
  return t(`payments.find_hint.${by === 'customer' && !mayReadCustomers ? 'customer_name' : by}`)
}

function Hint({ by }: { by: SearchField }) {
  return (
    <Text size="sm" c="dimmed">
      {useHint(by)}
    </Text>
  )
}

function Found({ by, text, onFound }: { by: SearchField; text: string; onFound: (row: TransactionRow) => void }) {
  const { t } = useTranslation()
  const hint = useHint(by)
  const { data, error, refetch } = useList<typeof transaction, TransactionRow>(
    transaction,
    { _search_by: by, _search: text, _limit: limit },
    { populate: ['customer', 'payment_profile', 'processor'] },
  )
  if (!data) return <NotYet error={error} refetch={refetch} height={160} />
  if (data.length === 0) {
    return <EmptyState role="status" icon={<IconSearch />} title={t('payments.find_none')} text={hint} />
  }
  return (
    <>
      <Text size="xs" c="dimmed" role="status">
        {t(data.length < Number(limit) ? 'payments.find_count' : 'payments.find_first', { count: data.length })}
      </Text>
      <ul className={styles.found}>
        {data.map((row) => (
          <FoundTransaction key={row.id} row={row} onChoose={() => onFound(row)} />
        ))}
      </ul>
    </>
  )
}
