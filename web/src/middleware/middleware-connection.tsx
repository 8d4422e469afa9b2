import {
  middlewareSetupEndpoint,
  rotateMiddlewareSecretEndpoint,
  tryMiddlewareEndpoint,
} from '@kontor/contract/middleware/middleware.endpoints'
import { Alert, Group, Text } from '@mantine/core'
import { IconKey, IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { useRefusalText } from '../platform/api/refusal-text.ts'
import { type Done, useCommand } from '../platform/api/use-command.ts'
import { ConfirmCommand } from '../platform/confirm-command.tsx'
import { IfMay } from '../platform/if-may.tsx'
import { NotYet } from '../platform/not-yet.tsx'
import { ActionButton } from '../platform/panel/action-button.tsx'
import { PanelSection } from '../platform/panel/panel-head.tsx'
import { Instant } from '../platform/value/instant.tsx'
import { useLabels } from '../platform/value/labels.ts'
import { FieldList } from '../ui/field-list.tsx'
import type { MiddlewareRow } from './middleware-row.ts'
import { MiddlewareSecret } from './middleware-secret.tsx'
import { ShopNames } from './shop-names.tsx'

/** How a middleware has answered of late, its secret without its value, and the shops that use it. */
export function MiddlewareConnection({ row }: { row: MiddlewareRow }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(middlewareSetupEndpoint, { params: { id: row.id } })
  if (!data) return <NotYet error={error} refetch={refetch} rows={6} />
  const at = (value: string | null) => value && <Instant key={value} value={value} />
  const silence = data.last_problem ? t(`middleware.problem.${data.last_problem}`) : null
  return (
    <>
      {data.paused_until !== null && (
        <Alert color="yellow" mb="md">
          {t(`middleware.paused.${row.kind === 'after' ? 'after' : row.when_silent}`)}{' '}
          <Instant value={data.paused_until} hasSeconds />
        </Alert>
      )}
      <FieldList
        fields={[
          [t('middleware.last_answer'), at(data.last_answer_at)],
          [t('middleware.last_silent'), at(data.last_silent_at)],
          [t('middleware.last_problem'), silence],
          [t('middleware.secret_changed'), at(data.secret_changed_at)],
          [t('middleware.previous_until'), at(data.previous_until)],
        ]}
      />
      <IfMay do={tryMiddlewareEndpoint}>
        <TryMiddleware id={row.id} />
      </IfMay>
      <IfMay do={rotateMiddlewareSecretEndpoint}>
        <RotateSecret row={row} />
      </IfMay>
      <PanelSection title={t('merchants.tab_shops')}>
        {data.shops.length > 0 ? <ShopNames shops={data.shops} /> : <Text size="sm">{t('middleware.no_shops')}</Text>}
        {data.is_kept && (
          <Text size="sm" c="dimmed" mt="xs">
            {t(data.shops.length > 0 ? 'middleware.kept' : 'middleware.kept_without_shop')}
          </Text>
        )}
      </PanelSection>
    </>
  )
}

function TryMiddleware({ id }: { id: string }) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const [answer, setAnswer] = useState<Done<typeof tryMiddlewareEndpoint>>()
  const { submit, refusal, isBusy } = useCommand(tryMiddlewareEndpoint)
  const send = async () => {
    setAnswer(undefined)
    setAnswer(await submit({ id }, {}))
  }
  return (
    <Group gap="sm" mt="md">
      <ActionButton
        icon={IconSend}
        label={t('middleware.try')}
        reason={isBusy ? t('middleware.trying') : undefined}
        onClick={() => void send()}
      />
      <span role="status">{answer && <Answer answer={answer} />}</span>
      {refusal && (
        <Text size="sm" c="red" role="alert">
          {textOf(refusal)}
        </Text>
      )}
    </Group>
  )
}

function Answer({ answer }: { answer: Done<typeof tryMiddlewareEndpoint> }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { decision, tag, reason, problem, response_code, duration_ms } = answer
  if (decision === null && problem === null)
    return (
      <Text size="sm" component="span">
        {t('middleware.taken', { code: response_code, time: labels.number(duration_ms) })}
      </Text>
    )
  const words = decision
    ? t(`middleware.answered.${decision}`, { tag: tag ?? '' })
    : t('middleware.silent_because', { problem: t(`middleware.problem.${problem ?? 'no_answer'}`) })
  const facts = [...(response_code > 0 ? [`HTTP ${response_code}`] : []), `${labels.number(duration_ms)} ms`]
  return (
    <Text size="sm" component="span">
      {[words, ...(reason ? [reason] : []), facts.join(', ')].join(' · ')}
    </Text>
  )
}

function RotateSecret({ row }: { row: MiddlewareRow }) {
  const { t } = useTranslation()
  const [isAsking, setAsking] = useState(false)
  const [secret, setSecret] = useState<string>()
  return (
    <Group mt="md">
      <ActionButton icon={IconKey} label={t('middleware.rotate')} onClick={() => setAsking(true)} />
      <ConfirmCommand
        endpoint={rotateMiddlewareSecretEndpoint}
        params={{ id: row.id }}
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('middleware.rotate_title', { name: row.name })}
        text={t('middleware.rotate_text')}
        verb={t('middleware.rotate')}
        done={(made) => setSecret(made.secret)}
      />
      <MiddlewareSecret secret={secret} onClose={() => setSecret(undefined)} />
    </Group>
  )
}
