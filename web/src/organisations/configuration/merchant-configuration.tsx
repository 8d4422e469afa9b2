import {
  merchantConfigurationEndpoint,
  setMerchantCapturingEndpoint,
  setMerchantLimitsEndpoint,
  setMerchantMailSenderEndpoint,
  setMerchantModulesEndpoint,
  setMerchantRetentionEndpoint,
} from '@kontor/contract/organisations/configuration/merchant-configuration.endpoints'
import { merchantKeptKinds } from '@kontor/contract/organisations/configuration/merchant-configuration.rules'
import type { MerchantConfiguration as Configuration } from '@kontor/contract/organisations/configuration/merchant-configuration.schemas'
import { exactly } from '@kontor/contract/sums'
import { lazy } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { FieldList } from '../../ui/field-list.tsx'
import { ConfiguredSection } from './configured-section.tsx'
import styles from './merchant-configuration.module.css'
import { modulesOf } from './modules-of.ts'

const SetLimits = lazy(() => import('./limits.form.tsx').then((module) => ({ default: module.SetLimits })))
const SetCapturing = lazy(() => import('./capturing.form.tsx').then((module) => ({ default: module.SetCapturing })))
const SetModules = lazy(() => import('./modules.form.tsx').then((module) => ({ default: module.SetModules })))
const SetMailSender = lazy(() => import('./mail-sender.form.tsx').then((module) => ({ default: module.SetMailSender })))
const SetRetention = lazy(() => import('./retention.form.tsx').then((module) => ({ default: module.SetRetention })))

/** The parts that a merchant has, its limits, how authorizations are captured, its mails and its data: each saved by itself. */
export function MerchantConfiguration({ id }: { id: string }) {
  const { data, error, refetch } = useRead(merchantConfigurationEndpoint, { params: { id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={7} />
  return (
    <div className={styles.page}>
      <Modules id={id} configuration={data} />
      <Limits id={id} configuration={data} />
      <Capturing id={id} configuration={data} />
      <MailSender id={id} configuration={data} />
      <Retention id={id} configuration={data} />
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

const yesNo = { kind: 'boolean', optional: false } as const

function Modules({ id, configuration }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <ConfiguredSection
      title={t('merchant_configuration.modules')}
      text={t('merchant_configuration.modules_text')}
      change={t('merchant_configuration.change_modules')}
      endpoint={setMerchantModulesEndpoint}
      merchant={id}
      fields={modulesOf(configuration).map((module) => {
        const name = `has_${module}` as const
        return [labels.field({ name: 'merchant' }, name), labels.value(name, yesNo, String(configuration[name]))]
      })}
      form={(close) => <SetModules id={id} configuration={configuration} onClose={close} />}
    />
  )
}

function MailSender({ id, configuration }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { mail_name, mail_reply_to, mail_language } = configuration
  const label = (name: 'mail_name' | 'mail_reply_to' | 'mail_language') => labels.field({ name: 'merchant' }, name)
  return (
    <ConfiguredSection
      title={t('merchant_configuration.mail_sender')}
      text={t('merchant_configuration.mail_sender_text')}
      change={t('merchant_configuration.change_mail_sender')}
      endpoint={setMerchantMailSenderEndpoint}
      merchant={id}
      fields={[
        [label('mail_name'), mail_name ?? t('merchant_configuration.name_of_installation')],
        [label('mail_reply_to'), mail_reply_to ?? t('merchant_configuration.no_reply_to')],
        [
          label('mail_language'),
          mail_language === null
            ? t('merchant_configuration.language_of_merchant')
            : labels.value('language', undefined, mail_language),
        ],
      ]}
      form={(close) => <SetMailSender id={id} configuration={configuration} onClose={close} />}
    />
  )
}

function Retention({ id, configuration }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <ConfiguredSection
      title={t('merchant_configuration.retention')}
      text={t('merchant_configuration.retention_text')}
      change={t('merchant_configuration.change_retention')}
      endpoint={setMerchantRetentionEndpoint}
      merchant={id}
      fields={merchantKeptKinds.map((kind) => {
        const name = `keep_${kind}_days` as const
        const own = configuration[name]
        const most = configuration.installation_days[kind]
        // An installation may have shortened its own days since.
        const count = own === null ? most : Math.min(own, most)
        const days = t('merchant_configuration.days', { count })
        return [
          labels.field({ name: 'merchant' }, name),
          count === most ? t('merchant_configuration.as_installation', { days }) : days,
        ]
      })}
      form={(close) => <SetRetention id={id} configuration={configuration} onClose={close} />}
    />
  )
}

function Limits({ id, configuration }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { base_currency, volume_today } = configuration
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
    <ConfiguredSection
      title={t('merchant_configuration.limits')}
      text={t('merchant_configuration.limits_text')}
      change={t('merchant_configuration.change_limits')}
      endpoint={setMerchantLimitsEndpoint}
      merchant={id}
      fields={[
        amount('largest_payment'),
        amount('daily_volume'),
        ...(configuration.daily_volume === null || today.length === 0
          ? []
          : [[t('merchant_configuration.volume_today'), today] as const]),
        amount('largest_refund'),
        [labels.field({ name: 'merchant' }, 'refund_days'), refund_days],
      ]}
      form={(close) => <SetLimits id={id} configuration={configuration} onClose={close} />}
    />
  )
}

function Capturing({ id, configuration }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const days = (count: number | null): string =>
    count === null ? t('merchant_configuration.never') : t('merchant_configuration.days', { count })
  const { partial_capture, capture_after_days, release_after_days } = configuration
  return (
    <ConfiguredSection
      title={t('merchant_configuration.capturing')}
      text={t('merchant_configuration.capturing_text')}
      change={t('merchant_configuration.change_capturing')}
      endpoint={setMerchantCapturingEndpoint}
      merchant={id}
      fields={[
        [
          labels.field({ name: 'merchant' }, 'partial_capture'),
          labels.value('partial_capture', yesNo, String(partial_capture)),
        ],
        [labels.field({ name: 'merchant' }, 'capture_after_days'), days(capture_after_days)],
        [labels.field({ name: 'merchant' }, 'release_after_days'), days(release_after_days)],
      ]}
      form={(close) => <SetCapturing id={id} configuration={configuration} onClose={close} />}
    />
  )
}
