import {
  createSettlementUpdateEndpoint,
  settlementUpdateItemEndpoint,
} from '@kontor/contract/payouts/updates/settlement-update.endpoints'
import { settlementUpdate } from '@kontor/contract/payouts/updates/settlement-update.entity'
import { longestReason } from '@kontor/contract/payouts/updates/settlement-update.rules'
import {
  createSettlementUpdateSchemas,
  type SettlementUpdateItem,
} from '@kontor/contract/payouts/updates/settlement-update.schemas'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { DayField } from '../../platform/form/dates/date-fields.tsx'
import { ChoiceField, LongTextField, TextField } from '../../platform/form/fields.tsx'
import { FieldGrid } from '../../platform/form/form-part.tsx'
import { type FormValues, RecordForm, useFormValues } from '../../platform/form/record-form.tsx'
import { useListAddress } from '../../platform/list/address/use-list-address.ts'
import { notify } from '../../platform/notify.ts'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { SettlementUpdateEffects } from './settlement-update-effects.tsx'

interface CreateSettlementUpdateProps {
  opened: boolean
  onClose: () => void
}

/** Finds a settlement by its number or id, and does with it what is possible. */
export function CreateSettlementUpdate({ opened, onClose }: CreateSettlementUpdateProps) {
  const [found, setFound] = useState<SettlementUpdateItem>()
  const close = () => {
    setFound(undefined)
    onClose()
  }
  if (!opened) return null
  return found ? <Update item={found} onClose={close} /> : <FindItem onFound={setFound} onClose={close} />
}

function FindItem({ onFound, onClose }: { onFound: (item: SettlementUpdateItem) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<string>()
  const { data, error, isFetching } = useRead(settlementUpdateItemEndpoint, {
    query: { settlement: asked || '-' },
    enabled: !!asked,
  })
  const find = (event: FormEvent) => {
    event.preventDefault()
    setAsked(typed.trim())
  }
  const refused = error && (error.code === 'not_found' ? t('settlement_updates.find_none') : textOf(error))
  const item = asked ? data : undefined
  const isPossible = item !== undefined && item.next.length > 0 && item.open_update === null
  return (
    <Dialog opened onClose={onClose} title={t('settlement_updates.add')} size="lg">
      <form onSubmit={find}>
        <Stack gap="md">
          <TextInput
            label={t('settlement_updates.find')}
            description={t('settlement_updates.find_help')}
            autoComplete="off"
            maxLength={50}
            data-autofocus
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setAsked(undefined)
            }}
            error={asked === '' ? t('form_validation.required') : asked !== undefined && refused}
          />
          {item && <Item item={item} />}
          {item && !isPossible && (
            <Text size="sm">
              {t(item.open_update ? 'settlement_updates.waits' : 'settlement_updates.nothing_next')}
            </Text>
          )}
          <Group justify="flex-end" gap="xs">
            {isPossible ? (
              <Button onClick={() => onFound(item)}>{t('settlement_updates.go_on')}</Button>
            ) : (
              <Button type="submit" loading={isFetching}>
                {t('settlement_updates.find_verb')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function Item({ item }: { item: SettlementUpdateItem }) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <FieldList
      fields={[
        [labels.field(settlementUpdate, 'settlement_number'), item.number],
        [labels.field(settlementUpdate, 'merchant_name'), item.merchant_name],
        [
          labels.field(settlementUpdate, 'amount'),
          <Money key="amount" amount={item.amount} currency={item.currency_code} />,
        ],
        [
          t('settlement_updates.debt'),
          item.debt > 0 ? <Money key="debt" amount={item.debt} currency={item.currency_code} /> : null,
        ],
        [t('settlement_updates.status_now'), <StatusTag key="status" status={item.status} />],
        [t('settlement_updates.payout_now'), item.payout_status && t(`payouts.state.${item.payout_status}`)],
      ]}
    />
  )
}

function Update({ item, onClose }: { item: SettlementUpdateItem; onClose: () => void }) {
  const { t } = useTranslation()
  const { open } = useListAddress()
  const bodyOf = ({ kind, reason, ...paid }: FormValues): FormValues => ({
    ...{ kind, reason, settlement: item.id, from_status: item.status },
    ...(kind === 'PAID' ? paid : {}),
  })
  return (
    <RecordForm
      endpoint={createSettlementUpdateEndpoint}
      body={createSettlementUpdateSchemas.body}
      like={item.id}
      title={t('settlement_updates.add')}
      verb={t('settlement_updates.verb')}
      isDangerous
      opened
      onClose={onClose}
      initial={{
        ...{ kind: '', reason: '', psp_bank_account: item.accounts[0]?.id ?? '', paid_on: '', bank_reference: '' },
      }}
      bodyOf={bodyOf}
      onDone={({ status }) =>
        notify({
          color: 'green',
          message: t(status === 'OPEN' ? 'settlement_updates.asked' : 'settlement_updates.done'),
        })
      }
      goOn={({ id }) => open(id)}
    >
      <Item item={item} />
      <ChoiceField
        name="kind"
        label={t('settlement_updates.what')}
        choices={item.next}
        textOf={(kind) => t(`settlement_updates.kind.${kind}`)}
        isRequired
      />
      <Payment item={item} />
      <SettlementUpdateEffects item={item.id} />
      <LongTextField name="reason" description={t('settlement_updates.reason_help')} maxLength={longestReason} />
    </RecordForm>
  )
}

/** Where, when and by which reference the bank paid. */
function Payment({ item }: { item: SettlementUpdateItem }) {
  const { t } = useTranslation()
  const { kind } = useFormValues()
  if (kind !== 'PAID') return null
  return (
    <FieldGrid>
      <ChoiceField
        name="psp_bank_account"
        choices={item.accounts.map(({ id }) => id)}
        textOf={(id) => item.accounts.find((account) => account.id === id)?.name ?? id}
        isRequired
      />
      <DayField name="paid_on" isRequired />
      <TextField
        name="bank_reference"
        description={t('settlement_updates.bank_reference_help')}
        maxLength={140}
        isRequired
      />
    </FieldGrid>
  )
}
