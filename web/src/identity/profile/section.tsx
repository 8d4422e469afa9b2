import { Paper, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { ApiRefusal } from '../../platform/api-client.ts'
import { Failed } from '../../platform/failed.tsx'
import { BlockSkeleton } from '../../ui/skeletons.tsx'

interface SectionProps {
  title: string
  text: string
  /** At the right of the title. */
  action?: ReactNode
  children?: ReactNode
}

export function Section({ title, text, action, children }: SectionProps) {
  const id = useId()
  return (
    <Paper component="section" withBorder className="profile-section" aria-labelledby={id}>
      <div className="profile-section-head">
        <div>
          <Title order={2} id={id}>
            {title}
          </Title>
          <Text size="sm" c="dimmed">
            {text}
          </Text>
        </div>
        {action}
      </div>
      {children}
    </Paper>
  )
}

interface RowsProps<R> {
  reading: { data: R[] | undefined; error: ApiRefusal | null; refetch: () => unknown }
  empty: string
  children: (row: R) => ReactNode
}

/** A short list of a section: under way, failed, empty, or its rows. */
export function Rows<R>({ reading: { data, error, refetch }, empty, children }: RowsProps<R>) {
  if (error && !data) return <Failed refusal={error} onRetry={() => void refetch()} />
  if (!data) return <BlockSkeleton height={56} />
  if (data.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    )
  }
  return <ul className="profile-rows">{data.map((row) => children(row))}</ul>
}
