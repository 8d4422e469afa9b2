import { languages } from '@kontor/contract/codes/languages'
import type { BodyOf } from '@kontor/contract/endpoint'
import { gatewaysEndpoint } from '@kontor/contract/platform/gateway.endpoints'
import type { GatewayCredentialField, GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import {
  createProcessorSettlementEndpoint,
  processorSettlementSetupEndpoint,
  testProcessorSettlementCredentialEndpoint,
  updateProcessorSettlementEndpoint,
} from '@kontor/contract/processors/processor-settlement.endpoints'
import { type ProcessorSettlement, processorSettlement } from '@kontor/contract/processors/processor-settlement.entity'
import {
  type ProcessorSettlementType,
  processorSettlementTypes,
} from '@kontor/contract/processors/processor-settlement.rules'
import {
  createProcessorSettlementSchemas,
  updateProcessorSettlementSchemas,
} from '@kontor/contract/processors/processor-settlement.schemas'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { idOf } from '../../platform/api/related.ts'
import { useCommand } from '../../platform/api/use-command.ts'
import { changedValues } from '../../platform/form/changed-values.ts'
import { WaitingDialog } from '../../platform/form/dialog/waiting-dialog.tsx'
import { IntegerField } from '../../platform/form/fields.tsx'
import { FormPart } from '../../platform/form/form-part.tsx'
import { type FormValues, RecordForm, useRecordForm } from '../../platform/form/record-form.tsx'
import { presentRow } from '../../platform/form/use-meanwhile.ts'
import { notify } from '../../platform/notify.ts'
import { useOwnOrganisation } from '../../platform/own-organisation.ts'
import { isOfCredential, lacksUser, NamedFields } from '../connection-fields.tsx'
import { CredentialFields, type CredentialTester, useCredentialProblems } from '../credentials/credential-fields.tsx'
import { fieldOf, fieldsFor, typedDetails } from '../credentials/credential-values.ts'
import { OpeningFields } from '../opening-fields.tsx'
import { useConnecting, useMayLack } from '../use-connecting.ts'
import { chosenOf, WithGateways } from '../with-gateways.tsx'
import type { ProcessorSettlementRow } from './processor-settlement-row.ts'

interface CreateProps {
  onClose: () => void
}

/** Adds a place where files come from: its names, and the credential with the fields of the gateway's manifest. */
export function CreateProcessorSettlement({ onClose }: CreateProps) {
  const { t } = useTranslation()
  return (
    <WithGateways title={t('settlements.add')} isUsable={({ settlement }) => settlement !== null} onClose={onClose}>
      {(gateways, first) => <CreateForm gateways={gateways} first={first} onClose={onClose} />}
    </WithGateways>
  )
}

interface CreateFormProps extends CreateProps {
  gateways: readonly GatewayDescription[]
  first: GatewayDescription
}

function CreateForm({ gateways, first, onClose }: CreateFormProps) {
  const { t } = useTranslation()
  const own = useOwnOrganisation()
  const everyField = [...new Set(gateways.flatMap((gateway) => allFieldsOf(gateway).map(fieldOf)))]
  const connecting = useConnecting({
    names: everyField,
    fieldsOf: (values) => chosenFields(chosenOf(gateways, values), values),
    untested: (name) => t('settlements.created_untested', { name }),
  })
  return (
    <RecordForm
      endpoint={createProcessorSettlementEndpoint}
      body={createProcessorSettlementSchemas.body}
      title={t('settlements.add')}
      verb={t('settlements.add')}
      opened
      onClose={onClose}
      initial={{
        ...{ name: '', organisation: own, user: '', description: '', expected_every_days: null },
        ...{ gateway: first.name, mode: String(first.modes[0]), processor_settlement_type: firstTypeOf(first) },
        ...Object.fromEntries(everyField.map((name) => [name, ''])),
      }}
      {...connecting}
    >
      <NamedFields />
      <ExpectedField />
      <OpeningFields
        gateways={gateways}
        secrets={everyField}
        choice={{ name: 'processor_settlement_type', choicesOf: typeNamesOf, firstOf: firstTypeOf }}
      >
        {(gateway) => <CredentialOf gateway={gateway} />}
      </OpeningFields>
    </RecordForm>
  )
}

const typesOf = (gateway: GatewayDescription | undefined) => gateway?.settlement?.types ?? []
const typeNamesOf = (gateway: GatewayDescription) => typesOf(gateway).map((each) => each.processor_settlement_type)
const firstTypeOf = (gateway: GatewayDescription): string =>
  typesOf(gateway).find((each) => each.processor_settlement_type === 'API')?.processor_settlement_type ?? 'UPLOAD'
const allFieldsOf = (gateway: GatewayDescription): GatewayCredentialField[] =>
  typesOf(gateway).flatMap(({ credential }) => credential)
const chosenFields = (gateway: GatewayDescription | undefined, { processor_settlement_type, mode }: FormValues) =>
  fieldsFor(
    typesOf(gateway).find((each) => each.processor_settlement_type === processor_settlement_type)?.credential ?? [],
    mode,
  )

function CredentialOf({ gateway }: { gateway: GatewayDescription }) {
  const { t, i18n } = useTranslation()
  const { form } = useRecordForm()
  const mayLack = useMayLack()
  const language = languages.find((each) => each === i18n.language) ?? languages[0]
  const needs = gateway.settlement?.needs?.[language]
  const type = typeIn(form.values)
  return (
    <>
      {needs && <Text size="sm">{needs}</Text>}
      {mayLack && <Text size="sm">{t('settlements.may_lack')}</Text>}
      <SettlementCredentialFields
        key={`${gateway.name} ${type}`}
        fields={chosenFields(gateway, form.values)}
        mayLack={mayLack}
        asking={{
          gateway: gateway.name,
          mode: form.values['mode'] === 'live' ? 'live' : 'test',
          processor_settlement_type: type,
        }}
      />
    </>
  )
}

const typeIn = ({ processor_settlement_type }: FormValues): ProcessorSettlementType =>
  processorSettlementTypes.find((each) => each === processor_settlement_type) ?? 'UPLOAD'

interface SettlementCredentialProps {
  fields: readonly GatewayCredentialField[]
  asking: Omit<BodyOf<typeof testProcessorSettlementCredentialEndpoint>, 'details'>
  keeps?: boolean
  mayLack?: boolean
}

function SettlementCredentialFields({ asking, ...fields }: SettlementCredentialProps) {
  const { submit, refusal, isBusy } = useCommand(testProcessorSettlementCredentialEndpoint)
  const ask: CredentialTester['ask'] = async (details) => {
    const reply = await submit({}, { ...asking, details })
    return reply && 'account' in reply ? reply : undefined
  }
  return <CredentialFields {...fields} mode={asking.mode} tester={{ ask, about: asking, refusal, isBusy }} />
}

/** Within how many days the next file comes. */
function ExpectedField() {
  const { t } = useTranslation()
  return <IntegerField name="expected_every_days" description={t('reconciliation.expected_help')} />
}

const valuesOf = ({
  name,
  description,
  organisation,
  expected_every_days,
}: ProcessorSettlement | ProcessorSettlementRow) => ({
  ...{ name, description, organisation: idOf(organisation), expected_every_days },
})

interface EditProps {
  row: ProcessorSettlementRow
  onClose: () => void
}

/** Changes the names, or values of the credential. An empty value stays as it is. */
export function EditProcessorSettlement({ row, onClose }: EditProps) {
  const { t } = useTranslation()
  const reading = useRead(gatewaysEndpoint)
  const { data } = reading
  const { name, gateway, mode, processor_settlement_type } = row
  const title = t('processors.edit_title', { name })
  const all = chosenFields(
    data?.find((each) => each.name === gateway),
    { processor_settlement_type },
  )
  const [opened] = useState(() => ({ ...valuesOf(row), user: '' }))
  const { data: setup } = useRead(processorSettlementSetupEndpoint, { params: { id: row.id } })
  const problemsOf = useCredentialProblems()
  if (!data) return <WaitingDialog title={title} reading={reading} onClose={onClose} />
  const names = all.map(fieldOf)
  return (
    <RecordForm
      endpoint={updateProcessorSettlementEndpoint}
      body={updateProcessorSettlementSchemas.body}
      params={{ id: row.id }}
      title={title}
      verb={t('action.save')}
      opened
      onClose={onClose}
      initial={{ ...opened, ...Object.fromEntries(names.map((each) => [each, ''])) }}
      bodyOf={(values) => {
        const named = Object.fromEntries(Object.entries(values).filter(([each]) => !names.includes(each)))
        const details = typedDetails(all, values)
        return {
          ...changedValues(opened, named),
          ...(details.length > 0 ? { details } : {}),
        }
      }}
      present={presentRow(processorSettlement, row.id, valuesOf)}
      problems={({ values }) => ({
        ...problemsOf(all, values),
        user: lacksUser(opened.organisation, values) ? t('form_validation.required') : null,
      })}
      isSaid={isOfCredential}
      secrets={names}
      onDone={() => notify({ color: 'green', message: t('settlements.saved') })}
    >
      <NamedFields merchant={row.merchant} from={opened.organisation} user={setup?.user} />
      <ExpectedField />
      <FormPart title={t('processors.tab_connection')}>
        <SettlementCredentialFields
          fields={all}
          asking={{ gateway, mode, processor_settlement_type, processor_settlement: row.id }}
          keeps
        />
      </FormPart>
    </RecordForm>
  )
}
