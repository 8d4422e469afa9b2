import {
  createStatusUpdateEndpoint,
  statusUpdateItemEndpoint,
} from '@kontor/contract/status-updates/status-update.endpoints'
import { statusUpdate } from '@kontor/contract/status-updates/status-update.entity'
import { createStatusUpdateSchemas, type StatusUpdateItem } from '@kontor/contract/status-updates/status-update.schemas'
import { isUuid } from '@kontor/contract/uuid'
import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { CheckField, ChoiceField, LongTextField, TextField } from '../platform/form/fields.tsx'
import { RecordForm } from '../platform/form/record-form.tsx'
import { useListAddress } from '../platform/list/address/use-list-address.ts'
import { notify } from '../platform/notify.ts'
import { useLabels } from '../platform/value/labels.ts'
import { Money } from '../platform/value/money.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { StatusTag } from '../ui/status-tag.tsx'
import { ChosenEffects } from './status-update-effects.tsx'

interface CreateStatusUpdateProps {
  opened: boolean
  onClose: () => void
}

/** Finds a payment, a refund or a chargeback by its id, and gives it another status. */
export function CreateStatusUpdate({ opened, onClose }: CreateStatusUpdateProps) {
  const [found, setFound] = useState<StatusUpdateItem>()
  const close = () => {
    setFound(undefined)
    onClose()
  }
  if (!opened) return null
  return found ? <ChangeStatus item={found} onClose={close} /> : <FindItem onFound={setFound} onClose={close} />
}

function FindItem({ onFound, onClose }: { onFound: (item: StatusUpdateItem) => void; onClose: () => void }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const [typed, setTyped] = useState('')
  const [asked, setAsked] = useState<string>()
  const { data, error, isFetching } = useRead(statusUpdateItemEndpoint, {
    params: { id: asked ?? '' },
    enabled: asked !== undefined && isUuid(asked),
  })
  const find = (event: FormEvent) => {
    event.preventDefault()
    setAsked(typed.trim().toLowerCase())
  }
  const item = asked === undefined ? undefined : data
  const isPossible = item !== undefined && item.next.length > 0 && item.open_update === null
  const isWrong = asked !== undefined && !isUuid(asked)
  const refused = error && (error.code === 'not_found' ? t('status_updates.find_none') : textOf(error))
  return (
    <Dialog opened onClose={onClose} title={t('status_updates.add')} size="lg">
      <form onSubmit={find}>
        <Stack gap="md">
          <TextInput
            label={t('status_updates.find')}
            description={t('status_updates.find_help')}
            autoComplete="off"
            data-autofocus
            value={typed}
            onChange={(event) => {
              setTyped(event.currentTarget.value)
              setAsked(undefined)
            }}
            error={
              asked === ''
                ? t('form_validation.required')
                : isWrong
                  ? t('payments.find_whole_id')
                  : asked !== undefined && refused
            }
          />
          {item && <Item item={item} />}
          {item && !isPossible && (
            <Text size="sm">{t(item.open_update ? 'status_updates.waits' : 'status_updates.nothing_next')}</Text>
          )}
          <Group justify="flex-end" gap="xs">
            {isPossible ? (
              <Button onClick={() => onFound(item)}>{t('status_updates.go_on')}</Button>
            ) : (
              <Button type="submit" loading={isFetching}>
                {t('status_updates.find_verb')}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}

function Item({ item }: { item: StatusUpdateItem }) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <FieldList
      fields={[
        [labels.field(statusUpdate, 'kind'), labels.value('kind', statusUpdate.fields.kind, item.kind)],
        [labels.field(statusUpdate, 'merchant_name'), item.merchant_name],
        [labels.field(statusUpdate, 'merchant_reference'), item.merchant_reference],
        [t('status_updates.amount'), <Money key="amount" amount={item.amount} currency={item.currency_code} />],
        [t('status_updates.status'), <StatusTag key="status" status={item.status} />],
      ]}
    />
  )
}

function ChangeStatus({ item, onClose }: { item: StatusUpdateItem; onClose: () => void }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { open } = useListAddress()
  return (
    <RecordForm
      endpoint={createStatusUpdateEndpoint}
      body={createStatusUpdateSchemas.body}
      like={item.item}
      title={t('status_updates.add')}
      verb={t('status_updates.verb')}
      isDangerous
      opened
      onClose={onClose}
      initial={{ to_status: '', reason: '', external_reference: '', tell: true }}
      bodyOf={(values) => ({ ...values, item: item.item, from_status: item.status })}
      onDone={({ status }) =>
        notify({ color: 'green', message: t(status === 'OPEN' ? 'status_updates.asked' : 'status_updates.done') })
      }
      goOn={({ id }) => open(id)}
    >
      <Item item={item} />
      <ChoiceField
        name="to_status"
        choices={item.next}
        textOf={(status) => labels.value('status', undefined, status)}
        isRequired
      />
      <CheckField name="tell" label={t('status_updates.tell')} description={t('status_updates.tell_help')} />
      <ChosenEffects item={item.item} from={item.status} />
      <LongTextField name="reason" description={t('status_updates.reason_help')} maxLength={1000} />
      <TextField name="external_reference" description={t('status_updates.external_reference_help')} maxLength={100} />
    </RecordForm>
  )
}
