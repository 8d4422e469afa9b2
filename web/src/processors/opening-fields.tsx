import type { GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ChoiceField } from '../platform/form/fields.tsx'
import { FieldGrid, FormPart } from '../platform/form/form-part.tsx'
import { useRecordForm } from '../platform/form/record-form.tsx'
import { GatewayField, ModeField } from './connection-fields.tsx'
import { chosenOf } from './with-gateways.tsx'

interface OpeningFieldsProps {
  gateways: readonly GatewayDescription[]
  /** The fields of the credentials of all gateways. */
  secrets: readonly string[]
  /** What is chosen of a gateway. */
  choice: {
    name: 'payment_product' | 'processor_settlement_type'
    choicesOf: (gateway: GatewayDescription) => readonly string[]
    firstOf: (gateway: GatewayDescription) => string
  }
  /** The fields of the credential. */
  children: (gateway: GatewayDescription) => ReactNode
}

/** The gateway, its mode, what is chosen of it, and the credential that it asks for. */
export function OpeningFields({ gateways, secrets, choice, children }: OpeningFieldsProps) {
  const { t } = useTranslation()
  const { form } = useRecordForm()
  const gateway = chosenOf(gateways, form.values)
  return (
    <FormPart title={t('processors.tab_connection')}>
      <FieldGrid>
        <GatewayField
          gateways={gateways}
          onChosen={(chosen) => {
            form.setFieldValue('mode', chosen.modes[0] ?? 'test')
            form.setFieldValue(choice.name, choice.firstOf(chosen))
            // A key of one gateway is nothing for another one to see.
            for (const name of secrets) form.setFieldValue(name, '')
          }}
        />
        <ModeField modes={gateway?.modes ?? []} />
        <ChoiceField name={choice.name} choices={gateway ? choice.choicesOf(gateway) : []} />
      </FieldGrid>
      {gateway && children(gateway)}
    </FormPart>
  )
}
