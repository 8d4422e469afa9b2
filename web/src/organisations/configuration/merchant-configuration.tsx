import {
  merchantConfigurationEndpoint,
  setMerchantCapturingEndpoint,
  setMerchantLimitsEndpoint,
} from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import type { MerchantConfiguration as Configuration } from '@kontor/contract/organisations/configuration/merchant-configuration.schemas'
import { exactly } from '@kontor/contract/sums'
import { Button } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { Section } from '../../ui/section.tsx'
import styles from './merchant-configuration.module.css'

const SetLimits = lazy(() => import('./limits.form.tsx').then((module) => ({ default: module.SetLimits })))
const SetCapturing = lazy(() => import('./capturing.form.tsx').then((module) => ({ default: module.SetCapturing })))

/** The limits of a merchant and how its authorizations are captured, each saved by itself. */
export function MerchantConfiguration({ id }: { id: string }) {
  const { data, error, refetch } = useRead(merchantConfigurationEndpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={7} />
  return (
    <div className={styles.page}>
      <Limits id={id} configuration={data} />
      <Capturing id={id} configuration={data} />
      <LastReason reason={data.configuration_reason} />
    </div>
  )
}

function LastReason({ reason }: { reason: string | null }) {
  const labels = useLabels()
  if (reason === null) return null
  return <FieldList fields={[[labels.field({ name: 'merchant' }, 'configuration_reason'), reason]]} />
}

interface PartProps {
  id: string
  configuration: Configuration
}

function Limits({ id, configuration }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { base_currency, volume_today } = configuration
  const [isEditing, setEditing] = useState(useHasDraft(draftName(setMerchantLimitsEndpoint, id)))
  const refund_days =
    configuration.refund_days === null
      ? t('merchant_configuration.no_limit')
      : t('merchant_configuration.days_after', { count: configuration.refund_days })
  const amount = (name: 'largest_payment' | 'daily_volume' | 'largest_refund') =>
    [
      labels.field({ name: 'merchant' }, name),
      configuration[name] === null ? (
        t('merchant_configuration.no_limit')
      ) : (
        <Money key={name} amount={configuration[name]} currency={base_currency} />
      ),
    ] as const
  const today = volume_today.map((volume) => (
    <div key={volume.currency_code}>
      <Money amount={exactly(volume, 'amount')} currency={volume.currency_code} />
    </div>
  ))
  return (
    <Section
      title={t('merchant_configuration.limits')}
      text={t('merchant_configuration.limits_text')}
      action={<Change label={t('merchant_configuration.change_limits')} onClick={() => setEditing(true)} />}
    >
      <FieldList
        fields={[
          amount('largest_payment'),
          amount('daily_volume'),
          ...(configuration.daily_volume === null || today.length === 0
            ? []
            : [[t('merchant_configuration.volume_today'), today] as const]),
          amount('largest_refund'),
          [labels.field({ name: 'merchant' }, 'refund_days'), refund_days],
        ]}
      />
      {isEditing && (
        <Suspense fallback={null}>
          <SetLimits id={id} configuration={configuration} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function Capturing({ id, configuration }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const days = (count: number | null): string =>
    count === null ? t('merchant_configuration.never') : t('merchant_configuration.days', { count })
  const { partial_capture, capture_after_days, release_after_days } = configuration
  const [isEditing, setEditing] = useState(useHasDraft(draftName(setMerchantCapturingEndpoint, id)))
  return (
    <Section
      title={t('merchant_configuration.capturing')}
      text={t('merchant_configuration.capturing_text')}
      action={<Change label={t('merchant_configuration.change_capturing')} onClick={() => setEditing(true)} />}
    >
      <FieldList
        fields={[
          [
            labels.field({ name: 'merchant' }, 'partial_capture'),
            labels.value('partial_capture', { kind: 'boolean', optional: false }, String(partial_capture)),
          ],
          [labels.field({ name: 'merchant' }, 'capture_after_days'), days(capture_after_days)],
          [labels.field({ name: 'merchant' }, 'release_after_days'), days(release_after_days)],
        ]}
      />
      {isEditing && (
        <Suspense fallback={null}>
          <SetCapturing id={id} configuration={configuration} onClose={() => setEditing(false)} />
        </Suspense>
      )}
    </Section>
  )
}

function Change({ label, onClick }: { label: string; onClick: () => void }): ReactNode {
  const { t } = useTranslation()
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden="true" />}
      aria-label={label}
      onClick={onClick}
    >
      {t('action.edit')}
    </Button>
  )
}
