import type { GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import { processorSetupEndpoint } from '@kontor/contract/processors/processor.endpoints'
import { processor } from '@kontor/contract/processors/processor.entity'
import { TextInput } from '@mantine/core'
import { useRead } from '../../platform/api/reading.ts'
import { FieldGrid } from '../../platform/form/form-part.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import type { ProcessorRow } from '../processor-row.ts'

/** The fields of a processor that the provider alone changes, beside those that a merchant fills in (001, section 6). */
export function GivenFields({ row, gateway }: { row: ProcessorRow; gateway: GatewayDescription }) {
  const labels = useLabels()
  const { data: setup } = useRead(processorSetupEndpoint, { params: { id: row.id } })
  const given = [
    ['name', row.name],
    ['organisation', typeof row.organisation === 'string' ? undefined : row.organisation.name],
    ['user', setup?.user?.name],
    ['description', row.description],
    ['gateway', gateway.label],
    ['mode', labels.value('mode', undefined, row.mode)],
    ['payment_product', labels.value('payment_product', undefined, row.payment_product)],
  ] as const
  return (
    <FieldGrid>
      {given.map(
        ([name, value]) =>
          value && <TextInput key={name} label={labels.field(processor, name)} value={value} disabled />,
      )}
    </FieldGrid>
  )
}
