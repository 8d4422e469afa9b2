import { processor } from '@kontor/contract/processors/processor.entity'
import { Stack, Text, Title } from '@mantine/core'
import { useParams } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useRow } from '../platform/api/reading.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { GatewayName } from '../platform/value/use-gateways.tsx'
import { usePageTitle } from '../ui/page/page-title.ts'
import typography from '../ui/words/typography.module.css'
import { ProcessorConnection } from './processor-connection.tsx'
import type { ProcessorRow } from './processor-row.ts'

/** The credentials of one processor, for people who fill in its values and change nothing else of it. */
export default function ProcessorCredentialsPage() {
  const { processorId }: { processorId?: string } = useParams({ strict: false })
  const { data, error, refetch } = useRow<typeof processor, ProcessorRow>(processor, processorId, {
    populate: ['organisation'],
  })
  if (!data) return <NotYet error={error} refetch={refetch} height={480} />
  return <Credentials row={data} />
}

function Credentials({ row }: { row: ProcessorRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const title = t('processors.credentials_title', { name: row.name })
  usePageTitle(title)
  return (
    <Stack gap="lg" maw={640}>
      <header>
        <Title order={1} className={typography.anywhere}>
          {title}
        </Title>
        <Text size="sm" c="dimmed">
          <GatewayName name={row.gateway} /> · {labels.value('payment_product', undefined, row.payment_product)}
        </Text>
      </header>
      <Text size="sm">{t('processors.credentials_text')}</Text>
      <div>
        <ProcessorConnection row={row} />
      </div>
    </Stack>
  )
}
