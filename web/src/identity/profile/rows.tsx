import { Text } from '@mantine/core'
import type { ReactNode } from 'react'
import type { ApiRefusal } from '../../platform/api/api-client.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import styles from './rows.module.css'

interface RowsProps<R> {
  reading: { data: R[] | undefined; error: ApiRefusal | null; refetch: () => unknown }
  empty: string
  children: (row: R) => ReactNode
}

/** A section's short list, in one of its states: loading, failed, empty, or with rows. */
export function Rows<R>({ reading: { data, error, refetch }, empty, children }: RowsProps<R>) {
  if (!data) return <NotYet error={error} refetch={refetch} height={56} />
  if (data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )
  }
  return <ul className={styles.rows}>{data.map((row) => children(row))}</ul>
}
