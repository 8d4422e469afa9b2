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
import { merchantDefaults } from '@kontor/contract/organisations/configuration/merchant-defaults'
import { merchantSecurityEndpoint } from '@kontor/contract/organisations/merchant-security.endpoints'
import { exactly } from '@kontor/contract/sums'
import { Text } from '@mantine/core'
import { lazy, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { Money } from '../../platform/value/money.tsx'
import { useMay } from '../../platform/viewer.ts'
import { ConfiguredSection } from './configured-section.tsx'
import { differencesOf, effective, securityDifferencesOf } from './differences.ts'
import { Marked } from './marked.tsx'
import styles from './merchant-configuration.module.css'
import { modulesOf } from './modules-of.ts'

const SetLimits = lazy(() => import('./limits.form.tsx').then((module) => ({ default: module.SetLimits })))
const SetCapturing = lazy(() => import('./capturing.form.tsx').then((module) => ({ default: module.SetCapturing })))
const SetModules = lazy(() => import('./modules.form.tsx').then((module) => ({ default: module.SetModules })))
const SetMailSender = lazy(() => import('./mail-sender.form.tsx').then((module) => ({ default: module.SetMailSender })))
const SetRetention = lazy(() => import('./retention.form.tsx').then((module) => ({ default: module.SetRetention })))

interface ConfigurationProps {
  id: string
  /** Sections before and after those of this configuration. */
  before?: ReactNode
  after?: ReactNode
}

/** The parts that a merchant has, its limits, how authorizations are captured, its mails and its data: each saved by itself. */
export function MerchantConfiguration({ id, before, after }: ConfigurationProps) {
  const { data, error, refetch } = useRead(merchantConfigurationEndpoint, { params: { id } })
  const mayReadSecurity = useMay(merchantSecurityEndpoint)
  const { data: security } = useRead(merchantSecurityEndpoint, { params: { id }, enabled: mayReadSecurity })
  if (!data)
    return (
      <div className={styles.page}>
        {before}
        <NotYet error={error} refetch={refetch} rows={7} />
        {after}
      </div>
    )
  const differences = differencesOf(data)
  const part = { id, configuration: data, differences }
  // Nothing is said of all values before all of them are known.
  const others = security ? securityDifferencesOf(security).size : mayReadSecurity ? undefined : 0
  return (
    <div className={styles.page}>
      <Summary
        count={others === undefined ? undefined : differences.size + others}
        reason={data.configuration_reason}
      />
      {before}
      <Modules {...part} />
      <Limits {...part} />
      <Capturing {...part} />
      <MailSender {...part} />
      <Retention {...part} />
      {after}
    </div>
  )
}

function Summary({ count, reason }: { count: number | undefined; reason: string | null }) {
  const { t } = useTranslation()
  const labels = useLabels()
  return (
    <div>
      {count !== undefined && <Text size="sm">{t('merchant_configuration.differing', { count })}</Text>}
      {reason !== null && (
        <Text size="sm">
          {labels.field({ name: 'merchant' }, 'configuration_reason')}: {reason}
        </Text>
      )}
    </div>
  )
}

interface PartProps {
  id: string
  configuration: Configuration
  /** The names of the values that differ from a new merchant's. */
  differences: ReadonlySet<string>
}

const yesNo = { kind: 'boolean', optional: false } as const

function Modules({ id, configuration, differences }: PartProps) {
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
        const text = (value: boolean) => labels.value(name, yesNo, String(value))
        return [
          labels.field({ name: 'merchant' }, name),
          <Marked key={name} differs={differences.has(name)} usual={text(merchantDefaults[name])}>
            {text(configuration[name])}
          </Marked>,
        ]
      })}
      form={(close) => <SetModules id={id} configuration={configuration} onClose={close} />}
    />
  )
}

function MailSender({ id, configuration, differences }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { mail_name, mail_reply_to, mail_language } = configuration
  const field = (name: 'mail_name' | 'mail_reply_to' | 'mail_language', value: string | null, usual: string) =>
    [
      labels.field({ name: 'merchant' }, name),
      <Marked key={name} differs={differences.has(name)} usual={usual}>
        {value ?? usual}
      </Marked>,
    ] as const
  const language = mail_language && labels.value('language', undefined, mail_language)
  return (
    <ConfiguredSection
      title={t('merchant_configuration.mail_sender')}
      text={t('merchant_configuration.mail_sender_text')}
      change={t('merchant_configuration.change_mail_sender')}
      endpoint={setMerchantMailSenderEndpoint}
      merchant={id}
      fields={[
        field('mail_name', mail_name, t('merchant_configuration.name_of_installation')),
        field('mail_reply_to', mail_reply_to, t('merchant_configuration.no_reply_to')),
        field('mail_language', language, t('merchant_configuration.language_of_merchant')),
      ]}
      form={(close) => <SetMailSender id={id} configuration={configuration} onClose={close} />}
    />
  )
}

function Retention({ id, configuration, differences }: PartProps) {
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
        const most = configuration.installation_days[kind]
        const days = (count: number) => t('merchant_configuration.days', { count })
        const usual = t('merchant_configuration.as_installation', { days: days(most) })
        const differs = differences.has(name)
        return [
          labels.field({ name: 'merchant' }, name),
          <Marked key={name} differs={differs} usual={usual}>
            {differs ? days(effective(configuration[name], most)) : usual}
          </Marked>,
        ]
      })}
      form={(close) => <SetRetention id={id} configuration={configuration} onClose={close} />}
    />
  )
}

function Limits({ id, configuration, differences }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { base_currency, volume_today } = configuration
  const field = (name: 'largest_payment' | 'daily_volume' | 'largest_refund' | 'refund_days', value: ReactNode) => {
    const usual = t('merchant_configuration.no_limit')
    return [
      labels.field({ name: 'merchant' }, name),
      <Marked key={name} differs={differences.has(name)} usual={usual}>
        {configuration[name] === null ? usual : value}
      </Marked>,
    ] as const
  }
  const amount = (name: 'largest_payment' | 'daily_volume' | 'largest_refund') =>
    field(name, <Money amount={configuration[name] ?? 0} currency={base_currency} />)
  const refund_days = t('merchant_configuration.days_after', { count: configuration.refund_days ?? 0 })
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
        field('refund_days', refund_days),
      ]}
      form={(close) => <SetLimits id={id} configuration={configuration} onClose={close} />}
    />
  )
}

function Capturing({ id, configuration, differences }: PartProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const days = (count: number | null): string =>
    count === null ? t('merchant_configuration.never') : t('merchant_configuration.days', { count })
  const yesOrNo = (value: boolean) => labels.value('partial_capture', yesNo, String(value))
  const field = (name: 'partial_capture' | 'capture_after_days' | 'release_after_days', value: string, usual: string) =>
    [
      labels.field({ name: 'merchant' }, name),
      <Marked key={name} differs={differences.has(name)} usual={usual}>
        {value}
      </Marked>,
    ] as const
  const { partial_capture, capture_after_days, release_after_days } = configuration
  return (
    <ConfiguredSection
      title={t('merchant_configuration.capturing')}
      text={t('merchant_configuration.capturing_text')}
      change={t('merchant_configuration.change_capturing')}
      endpoint={setMerchantCapturingEndpoint}
      merchant={id}
      fields={[
        field('partial_capture', yesOrNo(partial_capture), yesOrNo(merchantDefaults.partial_capture)),
        field('capture_after_days', days(capture_after_days), days(merchantDefaults.capture_after_days)),
        field('release_after_days', days(release_after_days), days(merchantDefaults.release_after_days)),
      ]}
      form={(close) => <SetCapturing id={id} configuration={configuration} onClose={close} />}
    />
  )
}
