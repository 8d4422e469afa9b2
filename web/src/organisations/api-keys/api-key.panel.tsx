import { type ApiKey, apiKey } from '@kontor/contract/organisations/api-keys.entity'
import type { Organisation } from '@kontor/contract/organisations/organisation.entity'
import { Alert, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useRoleWords } from '../../identity/users/roles/role-words.tsx'
import { useRow } from '../../platform/api/reading.ts'
import type { Related } from '../../platform/api/related.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { useHistoryTab } from '../../platform/panel/history-tab.tsx'
import { PanelSection, TitledHead } from '../../platform/panel/panel-head.tsx'
import { PanelTabs } from '../../platform/panel/panel-tabs.tsx'
import { RelatedName } from '../../platform/panel/related-name.tsx'
import { addressOfRow } from '../../platform/screen/screen.ts'
import { useListScreen } from '../../platform/screen/use-screen.ts'
import { Cell } from '../../platform/value/cell.tsx'
import { Instant } from '../../platform/value/instant.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useSeesMerchants } from '../../platform/viewer.ts'
import { FieldList } from '../../ui/field-list.tsx'
import { ShortId } from '../../ui/short-id.tsx'
import { StatusTag } from '../../ui/status-tag.tsx'
import { CallsLink } from '../calls-link.tsx'
import styles from './api-key.panel.module.css'
import { ApiKeyActions } from './api-key-actions.tsx'
import { ApiKeyLastUse } from './api-key-last-use.tsx'

type ApiKeyRow = Omit<ApiKey, 'organisation'> & { organisation: Related<Organisation> }

/** A key as the provider sees it: what it may do, how long, when it was used, and its history. */
export default function ApiKeyPanel({ id }: { id: string }) {
  const { t } = useTranslation()
  const history = useHistoryTab(apiKey, id)
  const { data: row, error, refetch } = useRow<typeof apiKey, ApiKeyRow>(apiKey, id, { populate: apiKey.populate })
  if (!row) return <NotYet error={error} refetch={refetch} rows={9} />
  return (
    <>
      <TitledHead
        title={row.name}
        tags={<StatusTag status={row.status} />}
        actions={<ApiKeyActions row={row} place="panel" />}
      >
        {row.prefix}…
      </TitledHead>
      <PanelTabs
        label={t('payments.tabs')}
        tabs={[{ name: 'details', label: t('payments.tab.details'), content: () => <Details row={row} /> }, ...history]}
      />
    </>
  )
}

function Details({ row }: { row: ApiKeyRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const seesMerchants = useSeesMerchants()
  const words = useRoleWords(row.roles)
  const cell = (name: keyof ApiKey & string) =>
    [
      labels.field(apiKey, name),
      row[name] === null ? null : <Cell key={name} entity={apiKey} name={name} row={row} />,
    ] as const
  return (
    <>
      <Ending row={row} />
      <FieldList
        fields={[
          ...(seesMerchants ? [cell('merchant_name')] : []),
          [labels.field(apiKey, 'organisation'), <RelatedName key="organisation" of={row.organisation} />],
          [labels.field(apiKey, 'last_used_at'), <ApiKeyLastUse key="used" row={row} />],
          [
            labels.field(apiKey, 'expires_at'),
            row.expires_at ? <Instant key="expires" value={row.expires_at} /> : t('api_settings.never'),
          ],
          [labels.field(apiKey, 'allowed_ips'), row.allowed_ips?.join(', ') ?? t('api_keys.from_anywhere')],
          cell('created_at'),
          cell('created_by'),
          cell('revoked_at'),
          cell('revoker'),
          [labels.field(apiKey, 'successor'), row.successor && <Successor key="successor" id={row.successor} />],
          cell('id'),
        ]}
      />
      <Text size="sm" mt="xs" mb="md" component="div">
        <CallsLink search={{ api_key: row.id }}>{t('audit_trail.items_of_key')}</CallsLink>
      </Text>
      <PanelSection title={labels.field(apiKey, 'roles')}>
        <ul className={styles.roles}>
          {words.map((word) => (
            <li key={word}>{word}</li>
          ))}
        </ul>
      </PanelSection>
    </>
  )
}

/** Says that a key is about to end, and what to do. */
function Ending({ row: { status, expires_at } }: { row: ApiKeyRow }) {
  const { t } = useTranslation()
  if (expires_at === null || (status !== 'EXPIRING' && status !== 'ROTATING')) return null
  return (
    <Alert color={status === 'EXPIRING' ? 'yellow' : 'blue'} mb="md">
      {t(`api_keys.ending.${status}`)} <Instant value={expires_at} />
    </Alert>
  )
}

function Successor({ id }: { id: string }) {
  const { data } = useRow<typeof apiKey, ApiKey>(apiKey, id)
  const screen = useListScreen()
  return <AnchorLink to={addressOfRow(screen, id)}>{data ? `${data.prefix}…` : <ShortId value={id} />}</AnchorLink>
}
