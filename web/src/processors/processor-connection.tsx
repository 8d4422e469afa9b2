import type { GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import {
  dropProcessorCredentialEndpoint,
  prepareProcessorCredentialEndpoint,
  processorSetupEndpoint,
  switchProcessorCredentialEndpoint,
  testProcessorEndpoint,
} from '@kontor/contract/processors/processor.endpoints'
import { processor } from '@kontor/contract/processors/processor.entity'
import type { ProcessorCredential } from '@kontor/contract/processors/processor.schemas'
import { Alert, Button, Group, Text } from '@mantine/core'
import { IconArrowsExchange, IconKey, IconPlugConnected, IconTrash } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { useCommand } from '../platform/api/use-command.ts'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { IfMay } from '../platform/if-may.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { notify } from '../platform/notify.ts'
import { PanelSection } from '../platform/panel/panel-head.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { useGateways } from '../platform/value/use-gateways.tsx'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { CopyValue } from '../ui/copy-value.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { WordTag } from '../ui/words/word-tag.tsx'
import { useAgo } from './ago.ts'
import type { ProcessorRow } from './processor-row.ts'
import { useCredentialWords } from './use-credential-words.ts'

const PrepareCredential = lazy(() =>
  import('./credential.form.tsx').then((module) => ({ default: module.PrepareCredential })),
)

/** The credentials of a processor without their values, and the address to which its gateway reports. */
export function ProcessorConnection({ row }: { row: ProcessorRow }) {
  const { t } = useTranslation()
  const ago = useAgo()
  const gateway = useGateways()?.find(({ name }) => name === row.gateway)
  const { data, error, refetch } = useRead(processorSetupEndpoint, { params: { id: row.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={6} />
  const [, second] = data.credentials
  return (
    <>
      {data.credentials.map((credential) => (
        <Credential key={credential.place} row={row} gateway={gateway} credential={credential} />
      ))}
      {gateway && <NewCredential row={row} gateway={gateway} replaces={second !== undefined} />}
      <PanelSection title={t('processors.webhook')}>
        <Text size="sm" mb={4}>
          {t(`processors.webhook_${gateway?.webhook.set_up ?? 'by_hand'}`)}
        </Text>
        {data.notification_url !== null && <CopyValue value={data.notification_url} />}
        <Text size="sm" mt={4}>
          {data.last_notification_at === null
            ? t('processors.no_notification')
            : t('processors.last_notification', { ago: ago(data.last_notification_at) })}
        </Text>
      </PanelSection>
    </>
  )
}

interface CredentialProps {
  row: ProcessorRow
  gateway: GatewayDescription | undefined
  credential: ProcessorCredential
}

function Credential({ row, gateway, credential }: CredentialProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { problemOf } = useCredentialWords(gateway?.credential ?? [])
  const { place, was_used, account, changed_at, changed_by, tested_at, test_problem, test_field } = credential
  const name = place === 'present' ? t('processors.in_use') : labels.field(processor, 'second_credential')
  return (
    <PanelSection title={name}>
      <FieldList
        fields={filled([
          [
            t('processors.state'),
            place === 'second' && t(was_used ? 'processors.former_credential' : 'processors.prepared_credential'),
          ],
          [
            t('processors.changed'),
            changed_at && (
              <>
                <Instant value={changed_at} />
                {changed_by && ` · ${changed_by}`}
              </>
            ),
          ],
          [t('processors.account'), account],
          [
            t('processors.tested'),
            tested_at && (
              <Group gap="xs">
                <Instant value={tested_at} />
                <WordTag color={test_problem ? 'red' : 'green'}>
                  {t(test_problem ? 'processors.fails' : 'processors.works')}
                </WordTag>
              </Group>
            ),
          ],
        ])}
      />
      {test_problem && (
        <Alert color="red" mt="xs">
          {problemOf(test_problem, test_field)}
        </Alert>
      )}
      <Group gap="xs" mt="xs">
        <IfMay do={testProcessorEndpoint}>
          <TestButton row={row} credential={credential} name={name} />
        </IfMay>
        {place === 'second' && (
          <>
            <SwitchButton row={row} credential={credential} />
            <DropButton row={row} credential={credential} />
          </>
        )}
      </Group>
    </PanelSection>
  )
}

/** What is not known yet is not worth a button that shows it. */
const filled = (fields: readonly (readonly [string, ReactNode])[]) => fields.filter(([, value]) => Boolean(value))

/** Asks the gateway; what it says is kept, and shown with the credential. */
function TestButton({ row, credential: { place }, name }: Omit<CredentialProps, 'gateway'> & { name: string }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const { submit, isBusy } = useCommand(testProcessorEndpoint)
  async function ask() {
    const said = await submit(
      { id: row.id },
      { place },
      {
        onRefused: (refusal) => notify({ color: 'red', message: textOf(refusal) }),
      },
    )
    if (said && 'account' in said && said.account)
      notify({ color: 'green', message: t('processors.opens', { account: said.account }) })
  }
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t('processors.test_of', { name })}
      leftSection={<IconPlugConnected size={16} aria-hidden="true" />}
      loading={isBusy}
      onClick={() => void ask()}
    >
      {t('processors.test')}
    </Button>
  )
}

function SwitchButton({ row, credential: { version, was_used, account } }: Omit<CredentialProps, 'gateway'>) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const [isAsking, setAsking] = useState(false)
  const { submit, refusal, isBusy, reset } = useCommand(switchProcessorCredentialEndpoint)
  async function confirm() {
    if (!(await submit({ id: row.id }, { version }))) return
    setAsking(false)
    notify({ color: 'green', message: t('processors.switched') })
  }
  return (
    <IfMay do={switchProcessorCredentialEndpoint}>
      <Button
        size="xs"
        variant="default"
        disabled={account === null}
        title={account === null ? t('processors.switch_needs_test') : undefined}
        leftSection={<IconArrowsExchange size={16} aria-hidden="true" />}
        onClick={() => {
          reset()
          setAsking(true)
        }}
      >
        {t(was_used ? 'processors.switch_back' : 'processors.switch')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('processors.switch_title', { name: row.name })}
        verb={t(was_used ? 'processors.switch_back' : 'processors.switch')}
        isBusy={isBusy}
        problem={refusal && textOf(refusal)}
        onConfirm={() => void confirm()}
      >
        <Text size="sm">{t('processors.switch_text')}</Text>
      </ConfirmDialog>
    </IfMay>
  )
}

function DropButton({ row, credential: { was_used } }: Omit<CredentialProps, 'gateway'>) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  return (
    <IfMay do={dropProcessorCredentialEndpoint}>
      <Button
        size="xs"
        variant="default"
        leftSection={<IconTrash size={16} aria-hidden="true" />}
        onClick={() => setAsking(true)}
      >
        {t('processors.drop')}
      </Button>
      <ConfirmCommand
        endpoint={dropProcessorCredentialEndpoint}
        params={{ id: row.id }}
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('processors.drop_title', { name: row.name })}
        text={t(was_used ? 'processors.drop_former_text' : 'processors.drop_prepared_text')}
        verb={t('processors.drop')}
        isDangerous
        done={t('processors.dropped')}
      />
    </IfMay>
  )
}

interface NewCredentialProps {
  row: ProcessorRow
  gateway: GatewayDescription
  replaces: boolean
}

function NewCredential({ row, gateway, replaces }: NewCredentialProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <IfMay do={prepareProcessorCredentialEndpoint}>
      <Button
        size="xs"
        variant="default"
        mt="xs"
        mb="md"
        leftSection={<IconKey size={16} aria-hidden="true" />}
        onClick={() => setOpen(true)}
      >
        {t('processors.new_credential')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PrepareCredential row={row} gateway={gateway} replaces={replaces} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </IfMay>
  )
}
