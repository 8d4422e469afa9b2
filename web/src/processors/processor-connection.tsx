import { gatewaysEndpoint } from '@kontor/contract/platform/gateway.endpoints'
import type { GatewayDescription } from '@kontor/contract/platform/gateway.schemas'
import {
  dropProcessorCredentialEndpoint,
  prepareProcessorCredentialEndpoint,
  processorSetupEndpoint,
  switchProcessorCredentialEndpoint,
  testProcessorEndpoint,
} from '@kontor/contract/processors/processor.endpoints'
import { processor } from '@kontor/contract/processors/processor.entity'
import type { ProcessorCredential, ProcessorSetup } from '@kontor/contract/processors/processor.schemas'
import { Alert, Group, Text } from '@mantine/core'
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
import { ActionButton } from '../platform/panel/action-button.tsx'
import { PanelSection } from '../platform/panel/panel-head.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { CopyValue } from '../ui/copy-value.tsx'
import { FieldList } from '../ui/field-list.tsx'
import { useAgo } from './ago.ts'
import { useCredentialFacts } from './credentials/use-credential-facts.tsx'
import { useCredentialWords } from './credentials/use-credential-words.ts'
import type { ProcessorRow } from './processor-row.ts'

const PrepareCredential = lazy(() =>
  import('./credentials/credential.form.tsx').then((module) => ({ default: module.PrepareCredential })),
)

/** The credentials of a processor without their values, and the address to which its gateway reports. */
export function ProcessorConnection({ row }: { row: ProcessorRow }) {
  const gateways = useRead(gatewaysEndpoint)
  const setup = useRead(processorSetupEndpoint, { params: { id: row.id } })
  const { data } = setup
  if (!data) return <NotYet error={setup.error} refetch={setup.refetch} rows={6} />
  if (!gateways.data) return <NotYet error={gateways.error} refetch={gateways.refetch} rows={6} />
  const gateway = gateways.data.find(({ name }) => name === row.gateway)
  const [present, second] = data.credentials
  const shared = { row, gateway, version: data.version }
  return (
    <>
      {present && <Credential {...shared} credential={present} />}
      {second && <Credential {...shared} credential={second} reason={whyNotYet(present, second)} />}
      {gateway && <NewCredential {...shared} gateway={gateway} replaces={second !== undefined} />}
      {!row.shared && <Notifications gateway={gateway} setup={data} />}
    </>
  )
}

/** Where the gateway reports to, and when it did last. Nobody but the owners is told. */
function Notifications({ gateway, setup }: { gateway: GatewayDescription | undefined; setup: ProcessorSetup }) {
  const { t } = useTranslation()
  const ago = useAgo()
  const { notification_url, last_notification_at } = setup
  return (
    <PanelSection title={t('processors.webhook')}>
      <Text size="sm" mb={4}>
        {t(`processors.webhook_${gateway?.webhook.set_up ?? 'by_hand'}`)}
      </Text>
      {notification_url !== null && <CopyValue value={notification_url} />}
      <Text size="sm" mt={4}>
        {last_notification_at === null
          ? t('processors.no_notification')
          : t('processors.last_notification', { ago: ago(last_notification_at) })}
      </Text>
    </PanelSection>
  )
}

/** Why the second credential cannot be put to use yet. The server refuses it for the same reasons. */
function whyNotYet(present: ProcessorCredential | undefined, second: ProcessorCredential) {
  if (second.test_problem) return 'switch_needs_good_test'
  if (second.account === null) return 'switch_needs_test'
  if (present?.account === null && (present.test_problem === null || present.test_problem === 'unreachable'))
    return 'switch_needs_test_of_present'
  return undefined
}

interface CredentialProps {
  row: ProcessorRow
  gateway: GatewayDescription | undefined
  credential: ProcessorCredential
  /** The number of the last change that is shown. */
  version: number
  /** Why it cannot be put to use. */
  reason?: ReturnType<typeof whyNotYet>
}

function Credential({ row, gateway, credential, version, reason }: CredentialProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { problemOf } = useCredentialWords(gateway?.credential ?? [])
  const [changed, tested] = useCredentialFacts(credential, row.created_at)
  const { place, was_used, account, test_problem, test_field } = credential
  const name = place === 'present' ? t('processors.in_use') : labels.field(processor, 'second_credential')
  return (
    <PanelSection title={name}>
      <FieldList
        fields={filled([
          [
            t('processors.state'),
            place === 'second' && t(was_used ? 'processors.former_credential' : 'processors.prepared_credential'),
          ],
          changed,
          [t('processors.account'), account],
          tested,
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
            <SwitchButton row={row} credential={credential} version={version} reason={reason} />
            <DropButton row={row} credential={credential} version={version} />
          </>
        )}
      </Group>
    </PanelSection>
  )
}

/** What is not known yet is not worth a button that shows it. */
const filled = (fields: readonly (readonly [string, ReactNode])[]) => fields.filter(([, value]) => Boolean(value))

/** Asks the gateway; what it says is kept, and shown with the credential. */
function TestButton({
  row,
  credential: { place },
  name,
}: Pick<CredentialProps, 'row' | 'credential'> & { name: string }) {
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
    <ActionButton
      icon={IconPlugConnected}
      label={t('processors.test')}
      named={t('processors.test_of', { name })}
      isBusy={isBusy}
      onClick={() => void ask()}
    />
  )
}

type SecondProps = Omit<CredentialProps, 'gateway'>

function SwitchButton({ row, credential: { was_used }, version, reason }: SecondProps) {
  const { t } = useTranslation()
  const seen = useSeenVersion(version)
  const verb = t(was_used ? 'processors.switch_back' : 'processors.switch')
  return (
    <IfMay do={switchProcessorCredentialEndpoint}>
      <ActionButton
        icon={IconArrowsExchange}
        label={verb}
        reason={reason && t(`processors.${reason}`)}
        onClick={seen.ask}
      />
      <ConfirmCommand
        endpoint={switchProcessorCredentialEndpoint}
        params={{ id: row.id }}
        {...seen.dialog}
        title={t('processors.switch_title', { name: row.name })}
        text={t('processors.switch_text')}
        verb={verb}
        done={t('processors.switched')}
      />
    </IfMay>
  )
}

function DropButton({ row, credential: { was_used }, version }: SecondProps) {
  const { t } = useTranslation()
  const seen = useSeenVersion(version)
  return (
    <IfMay do={dropProcessorCredentialEndpoint}>
      <ActionButton icon={IconTrash} label={t('processors.drop')} onClick={seen.ask} />
      <ConfirmCommand
        endpoint={dropProcessorCredentialEndpoint}
        params={{ id: row.id }}
        {...seen.dialog}
        title={t('processors.drop_title', { name: row.name })}
        text={t(was_used ? 'processors.drop_former_text' : 'processors.drop_prepared_text')}
        verb={t('processors.drop')}
        isDangerous
        done={t('processors.dropped')}
      />
    </IfMay>
  )
}

/** A dialog is about what was shown when it opened, even when the page behind it has read a later change. */
function useSeenVersion(version: number) {
  const [isAsking, setAsking] = useState(false)
  const [seen, setSeen] = useState(version)
  return {
    ask: () => {
      setSeen(version)
      setAsking(true)
    },
    dialog: { opened: isAsking, onClose: () => setAsking(false), body: { version: seen } },
  }
}

interface NewCredentialProps {
  row: ProcessorRow
  gateway: GatewayDescription
  version: number
  replaces: boolean
}

function NewCredential(props: NewCredentialProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <IfMay do={prepareProcessorCredentialEndpoint}>
      <Group mt="xs" mb="md">
        <ActionButton icon={IconKey} label={t('processors.new_credential')} onClick={() => setOpen(true)} />
      </Group>
      {isOpen && (
        <Suspense fallback={null}>
          <PrepareCredential {...props} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </IfMay>
  )
}
